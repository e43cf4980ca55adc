"""Content: what a message shows, before anybody knows how it is sent."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.pictures import Scene

CAPTION = 1024
"""Characters that a caption may have, tags apart."""
ROOM = 304
"""Points that a row of buttons has on a phone of 390."""
MARGIN = 16
"""Points of a button that its label cannot have, and of the gap to the next."""
WIDE = frozenset("▸mwMWQO")
"""Letters and signs that are wider than most."""


class Button(NamedTuple):
    """``data``: callback data (1–64 bytes), or ``url``; ``style``: empty, ``primary``, ``success`` or ``danger``."""

    text: str
    data: str = ""
    url: str = ""
    style: str = ""


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True)
class Content:
    """A message: HTML ``text`` (the caption when there is a ``photo``), buttons, and what the picture shows, or None.
    The picture itself is drawn when it is sent: equal scenes are equal pictures."""

    text: str
    keyboard: Keyboard = ()
    photo: Scene | None = None


def rows_of(buttons: list[Button], width: int) -> Keyboard:
    """Buttons in rows of at most ``width``, as even as they get."""
    if not buttons:
        return ()
    count = -(-len(buttons) // width)
    base, extra = divmod(len(buttons), count)
    rows: list[tuple[Button, ...]] = []
    start = 0
    for i in range(count):
        n = base + (i < extra)
        rows.append(tuple(buttons[start : start + n]))
        start += n
    return tuple(rows)


def fitted(buttons: list[Button], most: int) -> Keyboard:
    """Buttons in their order in as few rows as there can be without a label that needs two lines on a phone, at most
    ``most`` in a row, as even as they get. Buttons of a row are equally wide, so the widest label counts."""

    def rows(most: int) -> list[list[Button]]:
        made: list[list[Button]] = []
        widest = 0.0
        for button in buttons:
            width = label_width(button.text)
            wider = max(widest, width)
            if made and len(made[-1]) < most and (len(made[-1]) + 1) * (wider + MARGIN) <= ROOM:
                made[-1].append(button)
                widest = wider
            else:
                made.append([button])
                widest = width
        return made

    count = len(rows(most))
    while most > 1 and len(rows(most - 1)) == count:
        most -= 1
    return tuple(tuple(row) for row in rows(most))


def label_width(text: str) -> float:
    """Width of a button's label in points; signs that Chinese fonts draw as wide as a character (×) count as that."""
    return sum(15.0 if unicodedata.east_asian_width(c) in "WFA" else 11.0 if c in WIDE else 8.2 for c in text)


def plain_length(text: str) -> int:
    """Length of HTML as Telegram counts it: UTF-16 units without tags."""
    return len(html.unescape(re.sub(r"<[^>]*>", "", text)).encode("utf-16-le")) // 2


def caption(lines: Callable[[int], Sequence[str]], most: int = 6) -> str:
    """The text of ``lines(n)`` with as many of the newest ``n`` log lines (at most ``most``) as a caption takes."""
    text = ""
    for n in range(most, -1, -1):
        text = "\n".join(lines(n))
        if plain_length(text) <= CAPTION:
            break
    return text
