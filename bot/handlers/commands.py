"""Commands."""

from __future__ import annotations

from telegram import Message, User

from bot.desk import ANONYMOUS_ADMIN, Desk
from bot.tables import Refusal, Table
from bot.views import lobby, scores
from bot.views.content import Button, Content, fitted
from bot.views.presses import write
from bot.words import LANGUAGE_NAMES, LANGUAGES, Words, clean_name, esc
from bot.words import words as said
from engine import games

from .common import TITLE, command, sit_down, table_here, table_of_person, topic_of, words_for

COMMANDS = (
    "newgame", "hand", "table", "leave", "back", "endgame", "score", "rules", "language", "settings", "help", "start",
)  # fmt: skip
"""In the order of the menu."""


def describe(words: Words) -> dict[str, str]:
    """What each command does, for Telegram's menu and /help."""
    return {
        "newgame": words("Open a table"),
        "hand": words("Show my hand"),
        "table": words("Show the table again"),
        "leave": words("Leave the table, AI plays on"),
        "back": words("Play my seat again"),
        "endgame": words("End the table (host, admin or vote)"),
        "score": words("Scores of this group"),
        "rules": words("Rules and options of the games"),
        "language": words("Choose the language"),
        "settings": words("Your language, pictures or text"),
        "help": words("How this works"),
        "start": words("Open a private chat with the bot"),
    }


@command
async def start(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    """Opens the private chat; with ``j_<table>`` finishes a join."""
    words = await words_for(desk, message, user)
    if args and args[0].startswith("j_") and message.chat_id > 0:
        number = args[0].removeprefix("j_")
        if number.isdecimal():
            table = desk.host.table(int(number))
            if table.seat_of(user.id) is None:
                await sit_down(desk, table, user.id, clean_name(user.full_name))
            else:
                await desk.presenter.changed(table)
            desk.presenter.say(
                message.chat_id,
                words("✅ You are at the table. Your hand will come here."),
            )
            return
    if args == ["hand"] and message.chat_id > 0 and _hands_again(desk, user.id):
        return
    text = [
        TITLE,
        words(
            "I host Chinese tile and card games in groups: add me to one and send /newgame there. Or play "
            "here against AI: /newgame."
        ),
        "",
        *(f"• <b>{esc(words.term(g, 'game.name'))}</b>" for g in games.ids()),
        "",
        words("/help tells the rest."),
    ]
    desk.presenter.say(message.chat_id, "\n".join(text), topic_of(message))


@command
async def help_(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    words = await words_for(desk, message, user)
    lines = [
        TITLE,
        words(
            "Everybody's hand comes by private message; the table stands in the group. Tap a tile to discard "
            "it; when you can claim, buttons appear in your private chat, and the row under the table works "
            "as well."
        ),
        "",
        *(f"/{name} — {esc(text)}" for name, text in describe(words).items()),
        "",
        words(
            "When your clock runs out, AI plays that turn; after two in a row it keeps your seat until you "
            "press “I'm back”. An unfinished round that is ended counts for nobody."
        ),
    ]
    desk.presenter.say(message.chat_id, "\n".join(lines), topic_of(message))


@command
async def newgame(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    """Opens a lobby with the chat's last choices; ``/newgame <game>`` names the game."""
    words = await words_for(desk, message, user)
    settings = await desk.store.chat_settings(message.chat_id)
    last = dict(settings.get("last") or {})
    game = str(last.get("game", ""))
    if args:
        named = game_called(args)
        if named is None:
            there = ", ".join(words.term(g, "game.name") for g in games.ids())
            raise Refusal("No game is called {name}. There are: {games}", name=" ".join(args)[:20], games=there)
        if named != game:
            last = {}
        game = named
    if game not in games.ids():
        game, last = "sichuan", {}
    table = await desk.host.open_table(
        message.chat_id,
        topic_of(message),
        user.id,
        clean_name(user.full_name),
        game,
        last.get("options"),
        last.get("setup"),
    )
    if user.id == ANONYMOUS_ADMIN:
        table.seats[0] = None
    elif message.chat_id < 0 and not desk.people.dm_open(user.id):
        # The host's hand needs a private chat too: the Join button leads there.
        table.seats[0] = None
    await desk.presenter.changed(table)


@command
async def hand(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    """Sends the hand to the person's private chat again; asked there, the hands of all their tables."""
    if message.chat_id > 0 and _hands_again(desk, user.id):
        return
    table = table_of_person(desk, message, user)
    words = desk.people.words(user.id)
    if table.seat_of(user.id) is None:
        raise Refusal("You are not at this table.")
    if table.round is None or table.round.result is not None:
        raise Refusal("No round is being played.")
    if not desk.people.dm_open(user.id):
        button = Button("👉 " + words("Open private chat"), url=f"https://t.me/{desk.username}?start=hand")
        desk.presenter.say(
            message.chat_id, Content(words("I cannot write to you yet."), ((button,),)), topic_of(message)
        )
        return
    _hand_again(desk, table, user.id)
    if message.chat_id < 0:
        here = await words_for(desk, message, user)
        text = here("🎴 {name}: your hand is in your private chat.", name=esc(clean_name(user.full_name)))
        desk.presenter.say(message.chat_id, text, topic_of(message))


def _hands_again(desk: Desk, user_id: int) -> bool:
    """Every hand that a person now plays, again in their private chat; False when there is none."""
    playing = [t for t in desk.host.tables_of(user_id) if t.round is not None and t.round.result is None]
    for table in playing:
        _hand_again(desk, table, user_id)
    return bool(playing)


def _hand_again(desk: Desk, table: Table, user_id: int) -> None:
    place = table.seat_of(user_id)
    if place is not None:
        slot = desk.presenter.panel_slot(table) if table.is_private else desk.presenter.hand_slot(table, user_id)
        desk.presenter.post_again(table, slot, desk.presenter.private_hand(table, place, user_id))


@command
async def table(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    """Posts the table's panel again at the bottom of the chat; a table that waited for the bot's rights tries again."""
    found = table_here(desk, message)
    found.setup.pop("no_photos", None)
    await desk.host.pause(found, "")
    await desk.presenter.repost(found)


@command
async def leave(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    found = table_of_person(desk, message, user)
    await desk.host.leave(found, user.id)
    words = await words_for(desk, message, user)
    desk.presenter.say(
        message.chat_id,
        words("👋 {name} has left the table.", name=esc(clean_name(user.full_name))),
        topic_of(message),
    )


@command
async def endgame(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    found = table_here(desk, message)
    votes, needed = await desk.host.vote_end(found, user.id, await desk.may_manage(found, user.id))
    if found.state != "closed":
        words = await words_for(desk, message, user)
        text = words("🗳 {votes} of {needed} votes to end the table.", votes=votes, needed=needed)
        desk.presenter.say(message.chat_id, text, topic_of(message))


@command
async def score(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    await words_for(desk, message, user)
    content = await score_page(desk, message.chat_id, user.id, 0)
    desk.presenter.say(message.chat_id, content, topic_of(message))


async def score_page(desk: Desk, chat_id: int, user_id: int, page: int) -> Content:
    """One page of a chat's leaderboard."""
    page = max(0, page)
    lines, total = await desk.store.leaderboard(chat_id, limit=scores.PAGE, offset=page * scores.PAGE)
    own = await desk.store.standing(chat_id, user_id)
    return scores.leaderboard(chat_id, lines, total, page, own, await desk.people.chat_words(chat_id, user_id))


@command
async def rules(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    words = await words_for(desk, message, user)
    here: Table | None = desk.host.table_in(message.chat_id, topic_of(message))
    game = (game_called(args) if args else here.row.game if here is not None else None) or ""
    desk.presenter.say(message.chat_id, rules_page(words, game, here), topic_of(message))


def game_called(args: list[str]) -> str | None:
    """The game that a command names: by id or by its name in any language, whole or as it begins."""
    wanted = "".join(args).casefold().replace("_", "")
    if len(wanted) < 2:
        return None
    names = {g: [g, *(said(code).term(g, "game.name") for code in LANGUAGES)] for g in games.ids()}
    found = [
        g
        for g, called in names.items()
        if any("".join(n.split()).casefold().replace("_", "").startswith(wanted) for n in called)
    ]
    return found[0] if len(found) == 1 else None


def rules_page(words: Words, game: str, here: Table | None = None) -> Content:
    """The rules of one game, or the choice of games."""
    buttons = tuple((Button(words.term(g, "game.name"), write("u", "rules", g)),) for g in games.ids() if g != game)
    if not game:
        return Content("📖 " + words("Rules of which game?"), buttons)
    lines = [f"📖 <b>{esc(words.term(game, 'game.name'))}</b>", "", esc(words.term(game, "game.rules"))]
    if here is not None and here.row.game == game:
        lines += ["", *lobby.settings_lines(here, words)]
    return Content("\n".join(lines), buttons)


@command
async def language(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    """In private: the person's language; in a group: the group's (admins)."""
    words = await words_for(desk, message, user)
    if message.chat_id < 0 and not await desk.is_admin(message.chat, user.id):
        raise Refusal("Only admins choose the group's language. Yours: send /language in private.")
    buttons = tuple((Button(LANGUAGE_NAMES[code], write("u", "lang", code)),) for code in LANGUAGES)
    desk.presenter.say(message.chat_id, Content("🌐 " + words("Which language?"), buttons), topic_of(message))


@command
async def settings(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    """A person's own settings, in private."""
    if message.chat_id < 0:
        raise Refusal("Your settings are yours alone: send /settings in private.")
    desk.presenter.say(message.chat_id, settings_page(desk, user.id))


def settings_page(desk: Desk, user_id: int) -> Content:
    """Language, and whether the hand comes as picture or text."""
    words = desk.people.words(user_id)
    own = desk.people.setting(user_id, "pictures")
    looks = {"table": words("like the table"), "on": words("pictures"), "off": words("text")}
    now = "table" if own is None else "on" if own else "off"
    lines = [
        "⚙️ <b>" + words("Your settings") + "</b>",
        "🌐 " + words("Language: {name}", name=LANGUAGE_NAMES[words.language]),
        "🖼 " + words("Your hand: {look}", look=looks[now]),
    ]

    def button(text: str, what: str, value: str, chosen: str) -> Button:
        return Button(("✅ " if value == chosen else "") + text, write("u", what, value))

    languages = [button(LANGUAGE_NAMES[code], "lang", code, words.language) for code in LANGUAGES]
    pictures = [button(text, "look", look, now) for look, text in looks.items()]
    return Content("\n".join(lines), (*fitted(languages, 3), *fitted(pictures, 3)))


@command
async def back(desk: Desk, message: Message, user: User, args: list[str]) -> None:
    await desk.host.come_back(table_of_person(desk, message, user), user.id)
    words = await words_for(desk, message, user)
    text = words("Welcome back.")
    if message.chat_id < 0:
        text = f"{esc(clean_name(user.full_name))}: {text}"
    desk.presenter.say(message.chat_id, text, topic_of(message))


ALL = {
    "start": start,
    "help": help_,
    "newgame": newgame,
    "hand": hand,
    "table": table,
    "leave": leave,
    "endgame": endgame,
    "score": score,
    "rules": rules,
    "language": language,
    "settings": settings,
    "back": back,
}
__all__ = ["ALL", "COMMANDS", "describe", "rules_page", "score_page", "settings_page"]
