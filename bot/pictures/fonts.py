"""Noto Sans CJK: faces by script and weight, what it has glyphs for, and text as coverage masks."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

FACES = {"zh_Hans": 2, "zh_Hant": 3, "en": 2}
"""Language -> face in the font collection: SC and TC draw the same characters as their readers know them."""
_MISSING = "\U0010fffd"


@cache
def _path() -> str:
    return str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc")


@cache
def font(size: int, weight: int = 500, script: str = "zh_Hans") -> ImageFont.FreeTypeFont:
    """The face for a language, ``size`` pixels to the em, ``weight`` 100–900."""
    found = ImageFont.truetype(_path(), size, index=FACES.get(script, 2), layout_engine=ImageFont.Layout.BASIC)
    found.set_variation_by_axes([weight])
    return found


@lru_cache(maxsize=4096)
def has_glyph(char: str) -> bool:
    """Whether the font can draw ``char``: emoji and many scripts are not in it."""
    if char.isspace():
        return True
    probe = font(24)
    return bytes(probe.getmask(char)) != bytes(probe.getmask(_MISSING))


def readable(text: str, otherwise: str) -> str:
    """``text`` without what the font cannot draw; ``otherwise`` when nothing is left."""
    kept = " ".join("".join(c if has_glyph(c) else " " for c in text).split())
    return kept if any(not c.isspace() and c not in ".·…-_" for c in kept) else otherwise


def width(text: str, size: int, weight: int = 500, script: str = "zh_Hans") -> int:
    """How many pixels ``text`` is wide."""
    return int(font(size, weight, script).getlength(text) + 0.99)


def clip(text: str, size: int, weight: int, script: str, room: int) -> str:
    """``text``, its end replaced by an ellipsis until it is at most ``room`` pixels wide."""
    if width(text, size, weight, script) <= room:
        return text
    while text and width(text + "…", size, weight, script) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def mask(text: str, size: int, weight: int = 500, script: str = "zh_Hans") -> Image.Image:
    """Coverage (mode L) of one line of text; the line is ``1.3 × size`` high with the baseline at 0.98 × size."""
    made = Image.new("L", (max(1, width(text, size, weight, script)), round(size * 1.3)))
    ImageDraw.Draw(made).text((0, round(size * 0.98)), text, 255, font(size, weight, script), anchor="ls")
    return made
