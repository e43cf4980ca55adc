"""What gets through: texts, pictures, files, keyboards, commands, pins, and what people see of them."""

from __future__ import annotations

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChatMember,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyParameters,
)
from telegram.ext import Defaults, ExtBot

from emulator.client import EmulatorClient
from emulator.server import EmulatorServer
from tests.emulator.conftest import Table, png


async def test_a_message_looks_the_same_to_everybody(bot: Bot, table: Table) -> None:
    markup = InlineKeyboardMarkup([
        [InlineKeyboardButton("Join", callback_data="j", style="success")],
        [
            InlineKeyboardButton("Rules", url="https://example.org/rules"),
            InlineKeyboardButton("Open", url="https://t.me/paiju_bot?start=x"),
        ],
    ])  # fmt: skip
    sent = await bot.send_message(table.group.id, "<b>Table</b> 1", parse_mode="HTML", reply_markup=markup)
    assert sent.reply_markup == markup
    assert sent.entities[0].type == "bold"
    for person in (table.alice, table.bob):
        shown = await table.group.seen_by(person).last()
        assert (shown.text, shown.labels) == ("Table 1", ["Join", "Rules", "Open"])
        assert [button["kind"] for row in shown.keyboard for button in row] == ["callback", "url", "url"]
        assert shown.keyboard[0][0]["style"] == "success"
        assert shown.from_bot


async def test_a_picture_can_be_downloaded_and_replaced(bot: Bot, table: Table, world: EmulatorClient) -> None:
    red, blue = png("red", (400, 200)), png("blue", (2000, 1000))
    sent = await bot.send_photo(table.group.id, red, caption="<i>one</i>", parse_mode="HTML")
    assert (sent.photo[-1].width, sent.photo[-1].height) == (400, 200)
    file = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == red
    edited = await sent.edit_media(InputMediaPhoto(blue, caption="two"))
    assert not isinstance(edited, bool)
    assert (edited.photo[-1].width, edited.photo[-1].height) == (1280, 640)
    assert (await table.group.last()).text == "two"
    again = await bot.send_photo(table.group.id, edited.photo[-1].file_id)
    assert again.photo[-1].file_unique_id == edited.photo[-1].file_unique_id
    stats = await world.stats()
    assert (stats["photos"], stats["photo_bytes"]) == (2, len(red) + len(blue))


async def test_a_bot_with_defaults_may_send_and_edit_everything(server: EmulatorServer, table: Table) -> None:
    defaults = Defaults(
        parse_mode="HTML", disable_notification=True, protect_content=True, allow_sending_without_reply=True,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )  # fmt: skip
    async with ExtBot(server.token, server.base_url, server.base_file_url, defaults=defaults) as bot:
        text = await bot.send_message(table.group.id, "<b>a</b>")
        await text.edit_text("<i>b</i>")
        photo = await bot.send_photo(table.group.id, png(), "<b>c</b>")
        await photo.edit_caption("<i>d</i>")
        await photo.edit_media(InputMediaPhoto(png("blue"), caption="<u>e</u>"))
        await photo.edit_reply_markup(InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")]]))
        shown = await table.group.last()
        assert (shown.text, shown.view["entities"][0]["type"], shown.labels) == ("e", "underline", ["x"])


async def test_documents_and_albums(bot: Bot, table: Table) -> None:
    sent = await bot.send_document(table.group.id, b"score,1\n", filename="scores.csv", caption="scores")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("scores.csv", 8)
    album = await bot.send_media_group(
        table.group.id, [InputMediaPhoto(png("red"), caption="first"), InputMediaPhoto(png("blue"))]
    )
    assert len({message.media_group_id for message in album}) == 1
    assert len(album) == 2


async def test_replies_reactions_and_pins(bot: Bot, table: Table) -> None:
    theirs = await table.alice.write(table.group, "/newgame")
    reply = await bot.send_message(table.group.id, "a table", reply_parameters=ReplyParameters(theirs.message_id))
    assert reply.reply_to_message is not None
    assert reply.reply_to_message.message_id == theirs.message_id
    await bot.set_message_reaction(table.group.id, theirs.message_id, "👍")
    await table.group.promote_bot()
    assert await reply.pin()
    chat = await bot.get_chat(table.group.id)
    assert chat.pinned_message is not None
    assert chat.pinned_message.message_id == reply.message_id
    views = {message.key: message.view for message in await table.group.messages()}
    assert views[theirs.key]["reactions"] == ["👍"]
    assert views[str(reply.message_id)]["reply_to"]["text"] == "/newgame"
    assert await reply.unpin()


async def test_everybody_sees_the_commands_meant_for_them(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice", language_code="en")
    ming = await world.person("小明", language_code="zh-hans")
    group = await world.group("Friends", [alice, ming])
    await bot.set_my_commands([BotCommand("newgame", "Open a table")])
    await bot.set_my_commands([BotCommand("newgame", "开一桌")], language_code="zh")
    await bot.set_my_commands([BotCommand("stop", "Close")], BotCommandScopeChatMember(group.id, alice.id))

    async def menu(chat_id: int, viewer_id: int) -> list[str]:
        view = await world.get(f"chats/{chat_id}", **{"as": viewer_id})
        return [command["description"] for command in view["commands"]]

    assert await menu(group.id, alice.id) == ["Close"]
    assert await menu(group.id, ming.id) == ["开一桌"]
    assert await menu(alice.id, alice.id) == ["Open a table"]
    await bot.set_my_commands([BotCommand("rules", "Rules")], BotCommandScopeAllGroupChats())
    assert await menu(group.id, ming.id) == ["Rules"]
    assert [c.description for c in await bot.get_my_commands(language_code="zh")] == ["开一桌"]
    assert await bot.delete_my_commands(BotCommandScopeAllGroupChats())
    assert await menu(group.id, ming.id) == ["开一桌"]


async def test_what_the_bot_says_about_itself(bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.username, me.is_bot) == ("paiju_bot", True)
    await bot.set_my_description("Tiles and cards")
    await bot.set_my_description("牌戏", language_code="zh")
    assert (await bot.get_my_description()).description == "Tiles and cards"
    assert (await bot.get_my_description("zh")).description == "牌戏"
    assert (await bot.get_my_description("de")).description == "Tiles and cards"
    assert (await bot.get_my_name()).name == "Paiju 牌局"


async def test_who_is_in_a_group(bot: Bot, world: EmulatorClient) -> None:
    alice, bob, carol = await world.people("Alice", "Bob", "Carol")
    group = await world.group("Friends", [alice, bob], admins=[bob.id])
    assert await bot.get_chat_member_count(group.id) == 3
    admins = await bot.get_chat_administrators(group.id)
    assert {admin.user.id: admin.status for admin in admins} == {alice.id: "creator", bob.id: "administrator"}
    assert (await bot.get_chat_member(group.id, carol.id)).status == "left"
    await carol.join(group)
    assert (await bot.get_chat_member(group.id, carol.id)).status == "member"
    joined = (await bot.get_updates())[-1].message
    assert joined is not None
    assert [user.id for user in joined.new_chat_members] == [carol.id]
    assert await bot.leave_chat(group.id)


async def test_writing_in_topics(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    forum = await world.group("Forum", [alice], forum=True)
    thread = await forum.open_topic("Mahjong")
    await alice.write(forum, "/newgame", thread=thread)
    await alice.write(forum, "/newgame")
    in_topic, in_general = [u.message for u in (await bot.get_updates())[-2:]]
    assert in_topic is not None
    assert in_general is not None
    assert (in_topic.message_thread_id, in_topic.is_topic_message) == (thread, True)
    assert (in_general.message_thread_id, in_general.is_topic_message) == (None, None)
    assert in_general.chat.is_forum


async def test_names_change_and_links_carry_payloads(bot: Bot, world: EmulatorClient) -> None:
    alice = await world.person("Alice")
    await alice.rename(first_name="<x />", username="alice_w")
    await alice.follow("https://t.me/paiju_bot?start=join_a-1")
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert message.from_user is not None
    assert (message.text, message.from_user.first_name) == ("/start join_a-1", "<x />")
    assert message.entities[0].type == "bot_command"
