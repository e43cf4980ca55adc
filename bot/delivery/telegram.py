"""The wire: contents as Bot API calls, Telegram's refusals as the outbox's exceptions."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.pictures import Scene
from bot.views.content import Content, Keyboard

from .painter import Painter
from .wire import Gone, Moved, Slot, TryLater, Uncertain, Unreachable

UNCHANGED = "not modified"
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the message",
    "there is no media in the message",
    "there is no caption in the message",
    "message to delete not found",
    "message can't be deleted",
)
REFUSED = {
    "no_dm": ("can't initiate conversation", "bot can't initiate", "peer_id_invalid"),
    "blocked": ("blocked by the user", "user is deactivated"),
    "kicked": ("was kicked", "not a member", "chat not found", "group chat was deactivated"),
    "no_photos": ("rights to send photos", "chat_send_photos_forbidden", "send media messages"),
    "muted": (
        "chat_write_forbidden",
        "chat_restricted",
        "have no rights to send",
        "rights to send text",
        "not enough rights",
        "chat_send_plain_forbidden",
    ),
    "no_topic": ("message thread not found", "topic_closed", "topic_deleted"),
}

_TIMES = re.compile(r"</?tg-time[^>]*>")
REMEMBERED = 512
"""Messages of which it is known which picture they show."""


def markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """The keyboard as Telegram takes it."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(
                    b.text,
                    callback_data=b.data or None,
                    url=b.url or None,
                    style=b.style or None,
                )
                for b in row
            ]
            for row in keyboard
        ]
    )


@asynccontextmanager
async def translated(sending: bool = False) -> AsyncIterator[None]:
    """Telegram's errors become the outbox's. ``sending``: a time-out may mean that the message is there."""
    try:
        yield
    except RetryAfter as error:
        seconds = error.retry_after
        raise TryLater(
            float(seconds if isinstance(seconds, (int, float)) else seconds.total_seconds()), flood=True
        ) from error
    except ChatMigrated as error:
        raise Moved(error.new_chat_id) from error
    except (Forbidden, BadRequest) as error:
        said = error.message.lower()
        if UNCHANGED in said:
            return
        if any(words in said for words in GONE):
            raise Gone(said) from error
        for reason, phrases in REFUSED.items():
            if any(words in said for words in phrases):
                raise Unreachable(reason, said) from error
        if isinstance(error, Forbidden):
            raise Unreachable("muted", said) from error
        raise
    except TimedOut as error:
        if sending:
            raise Uncertain from error
        raise TryLater(0) from error
    except InvalidToken:
        raise
    except NetworkError as error:
        # A connection that never stood carried nothing; one that broke may have carried the message.
        if sending and not isinstance(error.__cause__, httpx.ConnectError | httpx.ConnectTimeout):
            raise Uncertain from error
        raise TryLater(0) from error
    except TelegramError as error:
        raise TryLater(0) from error


def without_times(text: str) -> str:
    """HTML without its times that count themselves; the words in them stay."""
    return _TIMES.sub("", text)


class TelegramSender:
    """Sends for the outbox through python-telegram-bot. ``tells_time``: whether the server knows the entity date_time
    (Bot API 9.5); one that does not refuses the whole message, which is then sent again without."""

    def __init__(self, bot: Bot, painter: Painter | None = None) -> None:
        self.bot = bot
        self.painter = painter or Painter()
        self.tells_time = True
        self._shows: OrderedDict[tuple[int, int], int] = OrderedDict()

    def _remember(self, chat_id: int, message_id: int, scene: Scene | None) -> None:
        """What picture a message shows (its hash): when only caption or keyboard change nothing is uploaded."""
        self._shows.pop((chat_id, message_id), None)
        if scene is not None:
            self._shows[chat_id, message_id] = hash(scene)
            if len(self._shows) > REMEMBERED:
                self._shows.popitem(last=False)

    @asynccontextmanager
    async def _calling(self, sending: bool = False) -> AsyncIterator[None]:
        try:
            async with translated(sending):
                yield
        except BadRequest as error:
            if not self.tells_time or "tg-time" not in error.message:
                raise
            self.tells_time = False
            raise TryLater(0) from error

    def _text(self, content: Content) -> str:
        return content.text if self.tells_time else without_times(content.text)

    async def send(self, slot: Slot, content: Content) -> int:
        where: dict[str, Any] = {
            "chat_id": slot.chat_id,
            "reply_markup": markup(content.keyboard),
            "parse_mode": ParseMode.HTML,
        }
        if slot.topic:
            where["message_thread_id"] = slot.topic
        picture = await self.painter.paint(content.photo) if content.photo is not None else None
        async with self._calling(sending=True):
            if picture is not None:
                message = await self.bot.send_photo(photo=picture, caption=self._text(content), **where)
            else:
                message = await self.bot.send_message(text=self._text(content), **where)
            self._remember(slot.chat_id, message.message_id, content.photo)
            return message.message_id
        raise TryLater(0)

    async def edit(self, slot: Slot, message_id: int, content: Content, had_photo: bool) -> None:
        if slot.receiver:
            await self._edit_whisper(slot, message_id, content)
            return
        where: dict[str, Any] = {
            "chat_id": slot.chat_id,
            "message_id": message_id,
            "reply_markup": markup(content.keyboard),
        }
        same = content.photo is not None and self._shows.get((slot.chat_id, message_id)) == hash(content.photo)
        picture = await self.painter.paint(content.photo) if content.photo is not None and not same else None
        async with self._calling():
            if same:
                await self.bot.edit_message_caption(caption=self._text(content), parse_mode=ParseMode.HTML, **where)
            elif picture is not None:
                media = InputMediaPhoto(picture, caption=self._text(content), parse_mode=ParseMode.HTML)
                await self.bot.edit_message_media(media=media, **where)
                self._remember(slot.chat_id, message_id, content.photo)
            else:
                await self.bot.edit_message_text(text=self._text(content), parse_mode=ParseMode.HTML, **where)

    async def _edit_whisper(self, slot: Slot, message_id: int, content: Content) -> None:
        keyboard = markup(content.keyboard)
        data: dict[str, Any] = {
            "chat_id": slot.chat_id,
            "receiver_user_id": slot.receiver,
            "ephemeral_message_id": message_id,
            "text": without_times(content.text),
            "parse_mode": "HTML",
        }
        if keyboard is not None:
            data["reply_markup"] = keyboard.to_json()
        try:
            async with translated():
                await self.bot.do_api_request("editEphemeralMessageText", api_kwargs=data)
        except Unreachable as error:
            # Only this addition is lost; the private message and the group go on.
            raise Gone(str(error)) from error

    async def delete(self, slot: Slot, message_id: int) -> None:
        try:
            async with translated():
                await self.bot.delete_message(slot.chat_id, message_id)
        except (Gone, Unreachable):
            return
