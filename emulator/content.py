"""Texts, captions, files and keyboards as a bot sends them, checked as Telegram checks them."""

from __future__ import annotations

from typing import Any

from emulator.errors import bad_request
from emulator.html import parse_html, plain_entities, trim
from emulator.limits import (
    BUTTONS_PER_KEYBOARD,
    BUTTONS_PER_ROW,
    CALLBACK_DATA_LIMIT,
    COPY_TEXT_LIMIT,
    PHOTO_BYTES_LIMIT,
    check_caption,
    check_text,
    utf16_length,
)
from emulator.parsing import Call, Upload
from emulator.state import Chat, Content, StoredFile
from emulator.world import World

Keyboard = list[list[dict[str, Any]]]
_STYLES = frozenset({"danger", "success", "primary"})
_ACTIONS = frozenset({
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
})  # fmt: skip


def read_text(world: World, values: dict[str, Any]) -> Content:
    """The content of a text message."""
    text, entities = _formatted(world, values["text"], values.get("parse_mode"), values.get("entities"))
    check_text(text)
    return Content(text, entities)


def read_caption(world: World, values: dict[str, Any], content: Content) -> Content:
    """Put a caption (perhaps none) on a photo or document."""
    text, entities = _formatted(
        world, values.get("caption", ""), values.get("parse_mode"), values.get("caption_entities")
    )
    check_caption(text)
    content.text, content.entities = text or None, entities
    content.caption_above = bool(values.get("show_caption_above_media"))
    return content


def _formatted(
    world: World, text: str, mode: str | None, given: list[dict[str, Any]] | None
) -> tuple[str, list[dict[str, Any]]]:
    entities: list[dict[str, Any]] = []
    if mode:
        if mode.lower() != "html":
            if mode.lower() in ("markdown", "markdownv2"):
                raise bad_request(f"parse_mode {mode} is not emulated; use HTML")
            raise bad_request("unsupported parse_mode")
        text, entities = parse_html(text)
    elif given:
        entities = _checked_entities(text, given)
    text, entities = trim(text, entities)
    for entity in entities:
        if "user_id" in entity:
            user = world.users.get(entity.pop("user_id"))
            entity.update({"user": user.to_api()} if user else {"type": "text_link", "url": ""})
    entities = [entity for entity in entities if entity.get("url") != ""]
    return text, plain_entities(text, entities)


def _checked_entities(text: str, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    end = utf16_length(text)
    for entity in given:
        if entity["offset"] < 0 or entity["length"] < 0 or entity["offset"] + entity["length"] > end:
            raise bad_request("entity beyond the text")
    return [dict(entity) for entity in given]


# -- files -------------------------------------------------------------------------------------


def read_photo(world: World, source: Upload | str, spoiler: bool = False) -> Content:
    """A photo from an upload or a file_id."""
    return Content(photo=_stored(world, source, "photos", photo=True), spoiler=spoiler)


def read_document(world: World, source: Upload | str) -> Content:
    """A document from an upload or a file_id."""
    return Content(document=_stored(world, source, "documents", photo=False))


def read_media(world: World, call: Call, media: dict[str, Any], *, fresh: bool = True) -> Content:
    """An InputMedia object; `fresh=False` refuses uploads."""
    source: Upload | str = media["media"]
    if isinstance(source, str) and source.startswith("attach://"):
        if not fresh:
            raise bad_request("new files can't be uploaded here; use a file_id or a URL")
        name = source.removeprefix("attach://")
        if name not in call.uploads:
            raise bad_request(f"file {name!r} is not in the request")
        source = call.uploads[name]
    if media["type"] == "photo":
        content = read_photo(world, source, bool(media.get("has_spoiler")))
    elif media["type"] == "document":
        content = read_document(world, source)
    else:
        raise bad_request(f"InputMedia of type {media['type']} is not emulated")
    return read_caption(world, media, content)


def _stored(world: World, source: Upload | str, folder: str, *, photo: bool) -> StoredFile:
    if isinstance(source, str):
        found = world.file(source)
        if found is None:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return found
    if not source.content:
        raise bad_request("file must be non-empty")
    if not photo:
        return world.store_file(source.content, source.name, source.mime, folder)
    size = len(source.content)
    if size > PHOTO_BYTES_LIMIT:
        raise bad_request(
            f"file of size {size} bytes is too big for a photo; the maximum size is {PHOTO_BYTES_LIMIT} bytes"
        )
    stored = world.store_file(source.content, source.name, source.mime, folder)
    if not stored.width:
        raise bad_request("IMAGE_PROCESS_FAILED")
    if stored.width + stored.height > 10_000 or max(stored.width, stored.height) > 20 * min(
        stored.width, stored.height
    ):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    world.stats.note_photo(size)
    return stored


# -- keyboards ---------------------------------------------------------------------------------


def read_keyboard(chat: Chat, markup: dict[str, Any] | None, *, editing: bool = False) -> Keyboard | None:
    """The inline keyboard of a call, or None. Keyboards under the text field are accepted, not shown."""
    if not markup or "inline_keyboard" not in markup:
        if markup and editing:
            raise bad_request("inline keyboard expected")
        return None
    rows: Keyboard = [[_button(chat, button) for button in row] for row in markup["inline_keyboard"] if row]
    if any(len(row) > BUTTONS_PER_ROW for row in rows) or sum(map(len, rows)) > BUTTONS_PER_KEYBOARD:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    return rows or None


def _button(chat: Chat, button: dict[str, Any]) -> dict[str, Any]:
    if not button["text"].strip():
        raise bad_request("can't parse inline keyboard button: button text is empty")
    actions = [name for name in button if name in _ACTIONS]
    if not actions:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise bad_request("can't parse inline keyboard button: exactly one action must be specified")
    if button.get("style") not in (None, *_STYLES):
        raise bad_request(f'can\'t parse inline keyboard button: unknown style "{button["style"]}"')
    _check_action(chat, actions[0], button)
    return button


def _check_action(chat: Chat, action: str, button: dict[str, Any]) -> None:
    if action == "callback_data":
        if not 1 <= len(button["callback_data"].encode()) <= CALLBACK_DATA_LIMIT:
            raise bad_request("BUTTON_DATA_INVALID")
    elif action == "web_app":
        if chat.is_group:
            raise bad_request("BUTTON_TYPE_INVALID")
    elif action == "copy_text":
        if not 1 <= utf16_length(button["copy_text"]["text"]) <= COPY_TEXT_LIMIT:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")
    elif action == "url":
        url = button["url"]
        if not url.startswith(("http://", "https://", "tg://", "t.me/")) or " " in url:
            raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
