"""Which fields each method and object takes. A name ends with `*` when it is required.

Types: int, str, bool, chat (id or @username), file (upload, file_id or URL), markup (reply_markup),
`Object` (a JSON object of OBJECTS), `[x]` (a JSON array of x), any (accepted as it is).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    """One field of a method or object."""

    name: str
    type: str
    required: bool


Table = dict[str, Field]


def table(*parts: str) -> Table:
    """Read `name*:type` words into a table."""
    fields: Table = {}
    for word in " ".join(parts).split():
        name, kind = word.split(":", 1)
        fields[name.rstrip("*")] = Field(name.rstrip("*"), kind, name.endswith("*"))
    return fields


_SEND = (
    "business_connection_id:str chat_id*:chat message_thread_id:int direct_messages_topic_id:int "
    "disable_notification:bool protect_content:bool allow_paid_broadcast:bool message_effect_id:str "
    "suggested_post_parameters:any reply_parameters:ReplyParameters "
    "ephemeral_message_parameters:EphemeralMessageParameters"
)
_MARKUP = "reply_markup:markup"
_CAPTION = "caption:str parse_mode:str caption_entities:[MessageEntity]"
_TEXT = "parse_mode:str entities:[MessageEntity] link_preview_options:LinkPreviewOptions"
_EDIT = "business_connection_id:str chat_id:chat message_id:int inline_message_id:str reply_markup:markup"
_EPHEMERAL = "chat_id*:chat receiver_user_id*:int ephemeral_message_id*:int"
_TOPIC = "chat_id*:chat message_thread_id*:int"

METHODS: dict[str, Table] = {
    name: table(*parts)
    for name, parts in {
        "getMe": (),
        "logOut": (),
        "close": (),
        "getUpdates": ("offset:int limit:int timeout:int allowed_updates:[str]",),
        "setWebhook": (
            "url*:str certificate:file ip_address:str max_connections:int allowed_updates:[str] "
            "drop_pending_updates:bool secret_token:str",
        ),
        "deleteWebhook": ("drop_pending_updates:bool",),
        "getWebhookInfo": (),
        "sendMessage": (_SEND, _TEXT, _MARKUP, "text*:str"),
        "sendPhoto": (_SEND, _CAPTION, _MARKUP, "photo*:file show_caption_above_media:bool has_spoiler:bool"),
        "sendDocument": (
            _SEND, _CAPTION, _MARKUP, "document*:file thumbnail:file disable_content_type_detection:bool",
        ),
        "sendMediaGroup": (_SEND, "media*:[InputMedia]"),
        "editMessageText": (_EDIT, _TEXT, "text*:str"),
        "editMessageCaption": (_EDIT, _CAPTION, "show_caption_above_media:bool"),
        "editMessageMedia": (_EDIT, "media*:InputMedia"),
        "editMessageReplyMarkup": (_EDIT,),
        "deleteMessage": ("chat_id*:chat message_id*:int",),
        "deleteMessages": ("chat_id*:chat message_ids*:[int]",),
        "answerCallbackQuery": ("callback_query_id*:str text:str show_alert:bool url:str cache_time:int",),
        "setMyCommands": ("commands*:[BotCommand] scope:BotCommandScope language_code:str",),
        "getMyCommands": ("scope:BotCommandScope language_code:str",),
        "deleteMyCommands": ("scope:BotCommandScope language_code:str",),
        "setMyName": ("name:str language_code:str",),
        "getMyName": ("language_code:str",),
        "setMyDescription": ("description:str language_code:str",),
        "getMyDescription": ("language_code:str",),
        "setMyShortDescription": ("short_description:str language_code:str",),
        "getMyShortDescription": ("language_code:str",),
        "setChatMenuButton": ("chat_id:int menu_button:MenuButton",),
        "getChatMenuButton": ("chat_id:int",),
        "getChat": ("chat_id*:chat",),
        "getChatMember": ("chat_id*:chat user_id*:int",),
        "getChatAdministrators": ("chat_id*:chat return_bots:bool",),
        "getChatMemberCount": ("chat_id*:chat",),
        "leaveChat": ("chat_id*:chat",),
        "pinChatMessage": (
            "business_connection_id:str chat_id*:chat message_id*:int disable_notification:bool",
        ),
        "unpinChatMessage": ("business_connection_id:str chat_id*:chat message_id:int",),
        "unpinAllChatMessages": ("chat_id*:chat",),
        "sendChatAction": ("business_connection_id:str chat_id*:chat message_thread_id:int action*:str",),
        "getFile": ("file_id*:str",),
        "setMessageReaction": ("chat_id*:chat message_id*:int reaction:[ReactionType] is_big:bool",),
        "createForumTopic": ("chat_id*:chat name*:str icon_color:int icon_custom_emoji_id:str",),
        "editForumTopic": (_TOPIC, "name:str icon_custom_emoji_id:str"),
        "closeForumTopic": (_TOPIC,),
        "reopenForumTopic": (_TOPIC,),
        "deleteForumTopic": (_TOPIC,),
        "editEphemeralMessageText": (_EPHEMERAL, _TEXT, _MARKUP, "text*:str"),
        "editEphemeralMessageCaption": (_EPHEMERAL, _CAPTION, _MARKUP, "show_caption_above_media:bool"),
        "editEphemeralMessageMedia": (_EPHEMERAL, _MARKUP, "media*:InputMedia"),
        "editEphemeralMessageReplyMarkup": (_EPHEMERAL, _MARKUP),
        "deleteEphemeralMessage": (_EPHEMERAL,),
    }.items()
}  # fmt: skip

OBJECTS: dict[str, Table] = {
    name: table(parts)
    for name, parts in {
        "ReplyParameters": (
            "message_id:int ephemeral_message_id:int chat_id:chat allow_sending_without_reply:bool quote:str "
            "quote_parse_mode:str quote_entities:[MessageEntity] quote_position:int checklist_task_id:int "
            "poll_option_id:str"
        ),
        "EphemeralMessageParameters": (
            "receiver_user_id*:int callback_query_id:str replace_callback_query_message:bool"
        ),
        "MessageEntity": (
            "type*:str offset*:int length*:int url:str user:any language:str custom_emoji_id:str "
            "unix_time:int date_time_format:str"
        ),
        "LinkPreviewOptions": (
            "is_disabled:bool url:str prefer_small_media:bool prefer_large_media:bool show_above_text:bool"
        ),
        "InputMedia": (
            "type*:str media*:str caption:str parse_mode:str caption_entities:[MessageEntity] thumbnail:str "
            "show_caption_above_media:bool has_spoiler:bool disable_content_type_detection:bool"
        ),
        "InlineKeyboardMarkup": "inline_keyboard*:[[InlineKeyboardButton]]",
        "InlineKeyboardButton": (
            "text*:str icon_custom_emoji_id:str style:str url:str callback_data:str web_app:WebAppInfo "
            "login_url:any switch_inline_query:str switch_inline_query_current_chat:str "
            "switch_inline_query_chosen_chat:any copy_text:CopyTextButton callback_game:any pay:bool"
        ),
        "WebAppInfo": "url*:str",
        "CopyTextButton": "text*:str",
        "ReplyKeyboardMarkup": (
            "keyboard*:[[any]] is_persistent:bool resize_keyboard:bool one_time_keyboard:bool "
            "input_field_placeholder:str selective:bool"
        ),
        "ReplyKeyboardRemove": "remove_keyboard*:bool selective:bool",
        "ForceReply": "force_reply*:bool input_field_placeholder:str selective:bool",
        "BotCommand": "command*:str description*:str is_ephemeral:bool",
        "BotCommandScope": "type*:str chat_id:chat user_id:int",
        "MenuButton": "type*:str text:str web_app:WebAppInfo",
        "ReactionType": "type*:str emoji:str custom_emoji_id:str",
    }.items()
}

#: python-telegram-bot's Defaults go along with every send and edit, also where a method has no such field.
SENT_ALONG = frozenset({"parse_mode", "disable_notification", "protect_content", "link_preview_options"})

#: Telegram's own words when a required field is missing.
MISSING_WORDS = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
    "message_ids": "message identifiers are not specified",
    "photo": "there is no photo in the request",
    "document": "there is no document in the request",
    "media": "media is not specified",
    "callback_query_id": "query is too old and response timeout expired or query ID is invalid",
    "user_id": "invalid user_id specified",
    "file_id": "invalid file_id specified",
    "commands": "can't parse BotCommands: commands are not specified",
    "url": "bad webhook: URL is not specified",
    "action": "wrong parameter action in request",
    "receiver_user_id": "invalid user_id specified",
    "ephemeral_message_id": "ephemeral message identifier is not specified",
}

#: How Telegram begins a complaint about JSON it cannot read.
PARSE_WORDS = {
    "reply_markup": "can't parse reply keyboard markup JSON object",
    "inline_keyboard": "can't parse inline keyboard button",
    "entities": "can't parse message entities",
    "caption_entities": "can't parse message entities",
    "reply_parameters": "can't parse reply parameters",
    "link_preview_options": "can't parse link preview options",
    "commands": "can't parse BotCommands",
    "scope": "can't parse BotCommandScope",
    "media": "can't parse InputMedia",
    "menu_button": "can't parse MenuButton",
    "reaction": "can't parse reaction types JSON object",
    "allowed_updates": "can't parse allowed updates JSON object",
}
