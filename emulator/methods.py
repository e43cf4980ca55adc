"""The Bot API's methods by name, and how one call is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emulator import botinfo, chats, editing, ephemeral, sending
from emulator.errors import not_found
from emulator.fields import METHODS
from emulator.parsing import Call, read_call
from emulator.world import World

Handler = Callable[[World, dict[str, Any], Call], Any]

#: getUpdates and the webhook methods are in `receiving`: they wait, or start tasks.
HANDLERS: dict[str, Handler] = {
    "getMe": botinfo.get_me,
    "logOut": botinfo.log_out,
    "close": botinfo.log_out,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendMediaGroup": sending.send_media_group,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
    "editMessageReplyMarkup": editing.edit_markup,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "answerCallbackQuery": editing.answer_query,
    "setMessageReaction": editing.set_reaction,
    "pinChatMessage": editing.pin,
    "unpinChatMessage": editing.unpin,
    "unpinAllChatMessages": editing.unpin_all,
    "setMyCommands": botinfo.set_commands,
    "getMyCommands": botinfo.get_commands,
    "deleteMyCommands": botinfo.delete_commands,
    "setMyName": botinfo.set_text("name"),
    "getMyName": botinfo.get_text("name"),
    "setMyDescription": botinfo.set_text("description"),
    "getMyDescription": botinfo.get_text("description"),
    "setMyShortDescription": botinfo.set_text("short_description"),
    "getMyShortDescription": botinfo.get_text("short_description"),
    "setChatMenuButton": botinfo.set_menu_button,
    "getChatMenuButton": botinfo.get_menu_button,
    "getFile": botinfo.get_file,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_member,
    "getChatAdministrators": chats.get_administrators,
    "getChatMemberCount": chats.get_member_count,
    "leaveChat": chats.leave,
    "createForumTopic": chats.create_topic,
    "editForumTopic": chats.edit_topic,
    "closeForumTopic": chats.close_topic,
    "reopenForumTopic": chats.reopen_topic,
    "deleteForumTopic": chats.delete_topic,
    "editEphemeralMessageText": ephemeral.edit_ephemeral_text,
    "editEphemeralMessageCaption": ephemeral.edit_ephemeral_caption,
    "editEphemeralMessageMedia": ephemeral.edit_ephemeral_media,
    "editEphemeralMessageReplyMarkup": ephemeral.edit_ephemeral_markup,
    "deleteEphemeralMessage": ephemeral.delete_ephemeral,
}

_BY_LOWER = {name.lower(): name for name in METHODS}


def method_name(word: str) -> str:
    """The method as documented: the Bot API compares names without case."""
    name = _BY_LOWER.get(word.lower())
    if name is None:
        raise not_found()
    return name


def carry_out(world: World, call: Call) -> Any:
    """Check a call and do it; returns the `result`, or raises the refusal."""
    return HANDLERS[call.method](world, read_call(call), call)
