"""Canvas: a picture as palette indices, put together by pasting, encoded as a PNG with a palette."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageDraw

from . import fonts, palette
from .palette import Colour, index
from .pen import Pen
from .sprites import Look, shadow, sprite

WIDTH = 1080
"""Pixels: 360 points of a phone with three pixels to the point."""
COMPRESSION = 5
"""zlib level: 4 takes a quarter less time and makes a twentieth more bytes, 6 the other way round."""
SMOOTH = 4
"""Round shapes are drawn this many times larger."""


class Canvas:
    """``image``: mode L, a pixel is an index into the palette."""

    def __init__(self, height: int, ground: Colour = palette.FELT, width: int = WIDTH) -> None:
        self.image = Image.new("L", (width, height), index(ground))

    def panel(self, x: int, y: int, w: int, h: int, r: int, look: Panel) -> None:
        """A rounded rectangle."""
        fill, edge, line = index(look[0]), index(look[2]), look[3]
        right, bottom = x + w, y + h
        self._fill(x + r, y, right - r, bottom, fill)
        self._fill(x, y + r, right, bottom - r, fill)
        if line:
            self._fill(x + r, y, right - r, y + line, edge)
            self._fill(x + r, bottom - line, right - r, bottom, edge)
            self._fill(x, y + r, x + line, bottom - r, edge)
            self._fill(right - line, y + r, right, bottom - r, edge)
        for corner, place in zip(
            _corners(r, look), ((x, y), (x + w - r, y), (x, y + h - r), (x + w - r, y + h - r)), strict=True
        ):
            self.image.paste(corner, place)

    def _fill(self, x0: int, y0: int, x1: int, y1: int, colour: int) -> None:
        if x1 > x0 and y1 > y0:
            self.image.paste(colour, (x0, y0, x1, y1))

    def text(
        self,
        x: int,
        middle: int,
        text: str,
        size: int,
        colour: Colour,
        ground: Colour,
        weight: int = 500,
        language: str = "zh_Hans",
    ) -> int:
        """One line from ``x`` on, its characters' middle at ``middle``; returns its width in pixels."""
        if not text:
            return 0
        drawn = _text(text, size, weight, language, colour, ground)
        self.image.paste(drawn, (x, middle - round(size * 0.615)))
        return drawn.width

    def tile(self, x: int, y: int, glyph: str, width: int, look: Look, over: bool = False) -> tuple[int, int]:
        """A tile with its shadow (``over``: laid over what is there, without); returns its size in pixels."""
        made = sprite(glyph, width, look)
        if not over and look.claimed < 0:
            self.image.paste(shadow(made.size, max(3, width // 9), look.ground), (x - 3, y - 1))
        self.image.paste(made.pixels, (x, y), made.cover)
        return made.size

    def ring(self, x: int, y: int, w: int, h: int, r: int, line: int, colour: Colour, ground: Colour) -> None:
        """A rounded line around a place, inside and outside left alone."""
        pixels, cover = _ring(w, h, r, line, colour, ground)
        self.image.paste(pixels, (x, y), cover)

    def badge(
        self, x: int, y: int, size: int, mark: str, fill: Colour, ink: Colour, ground: Colour, language: str
    ) -> None:
        """A disc with a mark in it."""
        pixels, cover = _badge(size, mark, fill, ink, ground, language)
        self.image.paste(pixels, (x, y), cover)

    def icon(self, x: int, y: int, size: int, name: str, colour: Colour, ground: Colour) -> None:
        """A small drawn sign: ``robot``, ``asleep``, ``clock``."""
        self.image.paste(_icon(name, size, colour, ground), (x, y))

    def encode(self) -> bytes:
        """The picture as PNG; the same canvas gives the same bytes."""
        made = self.image.copy()
        made.putpalette(palette.FLAT)
        out = io.BytesIO()
        made.save(out, "PNG", compress_level=COMPRESSION)
        return out.getvalue()


Panel = tuple[Colour, Colour, Colour, int]
"""Of a panel: fill, what lies around it, colour and width of its line (0 for none)."""


@lru_cache(maxsize=128)
def _corners(r: int, look: Panel) -> tuple[Image.Image, ...]:
    """The four corners: upper left, upper right, lower left, lower right."""
    fill, ground, edge, line = look
    big = r * SMOOTH
    made = Image.new("RGB", (big * 2, big * 2), ground)
    draw = ImageDraw.Draw(made)
    outline = edge if line else None
    draw.rounded_rectangle((0, 0, big * 2 - 1, big * 2 - 1), big, fill=fill, outline=outline, width=line * SMOOTH)
    small = palette.to_indices(made.resize((r * 2, r * 2), Image.Resampling.BOX))
    return tuple(small.crop((i * r, j * r, i * r + r, j * r + r)) for j in (0, 1) for i in (0, 1))


@lru_cache(maxsize=768)
def _text(text: str, size: int, weight: int, language: str, colour: Colour, ground: Colour) -> Image.Image:
    return fonts.mask(text, size, weight, language).point(palette.blend_table(ground, colour))


@lru_cache(maxsize=64)
def _ring(w: int, h: int, r: int, line: int, colour: Colour, ground: Colour) -> tuple[Image.Image, Image.Image]:
    big = Image.new("L", (w * SMOOTH, h * SMOOTH), 0)
    ImageDraw.Draw(big).rounded_rectangle(
        (0, 0, w * SMOOTH - 1, h * SMOOTH - 1), r * SMOOTH, outline=255, width=line * SMOOTH
    )
    cover = big.resize((w, h), Image.Resampling.BOX)
    return cover.point(palette.blend_table(ground, colour)), cover.point([255 if v > 90 else 0 for v in range(256)])


@lru_cache(maxsize=256)
def _badge(
    size: int, mark: str, fill: Colour, ink: Colour, ground: Colour, language: str
) -> tuple[Image.Image, Image.Image]:
    big = Image.new("RGB", (size * SMOOTH, size * SMOOTH), ground)
    cover = Image.new("L", big.size, 0)
    ImageDraw.Draw(cover).ellipse((0, 0, size * SMOOTH - 1, size * SMOOTH - 1), fill=255)
    big.paste(fill, (0, 0), cover)
    if mark:
        pixels = round(size * SMOOTH * (0.66 if len(mark) == 1 else 0.46))
        face = fonts.font(pixels, 800, language)
        ImageDraw.Draw(big).text((size * SMOOTH / 2, size * SMOOTH / 2), mark, ink, face, anchor="mm")
    small = big.resize((size, size), Image.Resampling.BOX)
    return palette.to_indices(small), cover.resize((size, size), Image.Resampling.BOX).point(
        [255 if v > 60 else 0 for v in range(256)]
    )


@lru_cache(maxsize=64)
def _icon(name: str, size: int, colour: Colour, ground: Colour) -> Image.Image:
    big = Image.new("RGB", (size * SMOOTH, size * SMOOTH), ground)
    pen = Pen(big, size * SMOOTH / 100, paper=ground)
    if name == "robot":
        pen.line(((50, 6), (50, 26)), 7, colour)
        pen.disc(50, 9, 8, colour)
        pen.box(14, 26, 86, 88, colour, 16)
        pen.box(2, 46, 12, 70, colour, 4)
        pen.box(88, 46, 98, 70, colour, 4)
        for x in (34, 66):
            pen.disc(x, 50, 9, ground)
        pen.box(34, 68, 66, 76, ground, 3)
    elif name == "asleep":
        for x, y, s in ((8, 50, 44), (50, 26, 32), (78, 8, 20)):
            pen.line(((x, y), (x + s * 0.7, y), (x, y + s * 0.85), (x + s * 0.7, y + s * 0.85)), s * 0.16, colour)
    elif name == "clock":
        pen.ring(50, 54, 42, 9, colour)
        pen.line(((50, 54), (50, 30)), 8, colour)
        pen.line(((50, 54), (66, 62)), 8, colour)
        pen.line(((38, 5), (62, 5)), 8, colour)
    return palette.to_indices(big.resize((size, size), Image.Resampling.BOX))
