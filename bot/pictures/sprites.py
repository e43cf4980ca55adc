"""Sprites: tiles and cards at the size and on the ground they are needed, as palette indices, made when first used."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from . import bonus, changpai, mahjong, zipai
from .palette import (
    BROWN,
    BROWN_LIGHT,
    EDGE,
    FADED_FACE,
    IVORY,
    PAPER,
    PAPER_EDGE,
    SEATS,
    SHADOW,
    TEAL,
    TEAL_DARK,
    TEAL_LIGHT,
    Colour,
    mix,
    to_indices,
)
from .pen import Pen

HIDDEN = "▮"
"""The glyph of a tile that is not seen: its back is drawn."""
TINY = "▪"
"""A back without its pattern, for sizes at which that would be noise."""
SCALE = 3.2
"""Pixels a unit in which faces are drawn before they are made small."""
FACE = 136
THICK = 13
"""Mahjong: height of the face, and of the side that shows under it, in units of 1/100 of the width."""
SHORT = 138
LONG = {"zipai": 190, "changpai": 214}
"""Cards: heights on the table and in the hand."""


class Look(NamedTuple):
    """``family``: mahjong, changpai or zipai; ``tall``: cards as long as in the hand; ``turned``: lying on its side;
    ``faded``: greyed; ``claimed``: the seat it was claimed from, whose badge it carries, or -1; ``ground``: what lies
    around it."""

    family: str
    ground: Colour
    tall: bool = False
    turned: bool = False
    faded: bool = False
    claimed: int = -1


class Sprite(NamedTuple):
    """``pixels``: palette indices; ``cover``: 1 where the tile is, for laying it over another."""

    pixels: Image.Image
    cover: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        return self.pixels.size


def size_of(family: str, width: int, tall: bool = False) -> tuple[int, int]:
    """Width and height in pixels of an upright sprite of that width, shadow apart."""
    units = FACE + THICK if family == "mahjong" else LONG[family] if tall else SHORT
    return width, round(width * units / 100)


@lru_cache(maxsize=1024)
def sprite(glyph: str, width: int, look: Look) -> Sprite:
    """The tile ``glyph``, ``width`` pixels wide when upright."""
    master = _master(look.family, glyph, look.tall)
    if look.turned:
        master = _turned(look.family, glyph, master)
    if look.claimed >= 0:
        master = _marked(master, look.claimed, on_top=look.turned)
    w, h = round(width * master.width / _pixels(100)), round(width * master.height / _pixels(100))
    small = master.resize((w, h), Image.Resampling.LANCZOS, reducing_gap=3.0)
    body = small.getchannel("A")
    rgb = Image.new("RGB", (w, h), look.ground)
    rgb.paste(small.convert("RGB"), (0, 0), body)
    if look.faded:
        grey = rgb.convert("L").convert("RGB")
        rgb.paste(Image.blend(grey, Image.new("RGB", (w, h), FADED_FACE), 0.62), (0, 0), body)
    return Sprite(to_indices(rgb), body.point([255 if v > 110 else 0 for v in range(256)]))


@lru_cache(maxsize=48)  # half a megabyte each
def _master(family: str, glyph: str, tall: bool) -> Image.Image:
    """The whole tile, large, with alpha."""
    if glyph == TINY:
        return _tiny_back(*((TEAL, TEAL_DARK) if family == "mahjong" else (BROWN, BROWN_LIGHT)))
    if family == "mahjong":
        return _tile(_back_face() if glyph == HIDDEN else _mahjong_face(glyph), glyph == HIDDEN)
    height = LONG[family] if tall else SHORT
    return _card_back(height) if glyph == HIDDEN else _card(family, glyph, height)


def _pixels(units: float) -> int:
    return round(units * SCALE)


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    made = Image.new("L", size, 0)
    ImageDraw.Draw(made).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), _pixels(radius), fill=255)
    return made


def _mahjong_face(glyph: str) -> Image.Image:
    """The face: 100 × 136 units, its picture a little smaller."""
    made = Image.new("RGB", (_pixels(100), _pixels(FACE)), IVORY)
    part = 0.86
    pen = Pen(made, SCALE * part, _pixels(7), _pixels(FACE * (1 - part) / 2))
    if len(glyph) == 2:
        rank = mahjong.RANKS.index(glyph[0]) + 1
        {"万": mahjong.characters, "筒": mahjong.dots, "条": mahjong.bamboo}[glyph[1]](pen, rank)
    elif glyph in "东南西北中发白":
        mahjong.honour(pen, glyph)
    elif glyph in bonus.SEASONS or glyph in bonus.FLOWERS:
        bonus.bonus(pen, glyph)
    elif glyph in bonus.ANIMALS:
        bonus.animal(pen, glyph)
    elif glyph == "丑":
        bonus.clown(pen)
    elif glyph == "飞":
        bonus.fly(pen)
    else:
        pen.write(glyph, 50, 68, 84 if len(glyph) == 1 else 48, TEAL_DARK, weight=800)
    return made


def _back_face() -> Image.Image:
    made = Image.new("RGB", (_pixels(100), _pixels(FACE)), TEAL)
    pen = Pen(made, SCALE, paper=TEAL)
    pen.frame(9, 9, 91, FACE - 9, TEAL_LIGHT, 3.5, 8)
    pen.shape(((50, 44), (68, 68), (50, 92), (32, 68)), TEAL_LIGHT)
    pen.shape(((50, 55), (60, 68), (50, 81), (40, 68)), TEAL)
    return made


def _tile(face: Image.Image, back: bool) -> Image.Image:
    """A tile lying on the table, seen a little from the near side: the face, under it the two layers of its side."""
    w, h = face.width, face.height + _pixels(THICK)
    upper, lower = (EDGE, TEAL_DARK) if not back else (TEAL_DARK, EDGE)
    made = Image.new("RGB", (w, h), lower)
    made.paste(upper, (0, 0, w, face.height + _pixels(THICK * 0.5)))
    made.paste(face, (0, 0), _rounded(face.size, 12))
    return _cut(made, 12, mix(EDGE, SHADOW, 0.35))


def _turned(family: str, glyph: str, upright: Image.Image) -> Image.Image:
    """The tile lying on its long side."""
    if family != "mahjong":
        return upright.transpose(Image.Transpose.ROTATE_90)
    face = _back_face() if glyph == HIDDEN else _mahjong_face(glyph)
    return _tile(face.transpose(Image.Transpose.ROTATE_90), glyph == HIDDEN)


BADGE = 54
"""Width of a seat's badge on a claimed tile, in units."""


def _marked(tile: Image.Image, seat: int, on_top: bool) -> Image.Image:
    """The tile with the badge of the seat it came from: over the upper edge of one that lies on its side (which is
    lower than its neighbours), over the lower edge of a card."""
    out = _pixels(BADGE * (0.62 if on_top else 0.3))
    made = Image.new("RGBA", (tile.width, tile.height + out), (0, 0, 0, 0))
    made.paste(tile, (0, out if on_top else 0))
    pen = Pen(made, SCALE)
    x, y = tile.width / SCALE / 2, BADGE / 2 if on_top else made.height / SCALE - BADGE / 2
    pen.disc(x, y, BADGE / 2, SEATS[seat])
    pen.write(str(seat + 1), x, y, BADGE * 0.72, IVORY, weight=800)
    return made


CARD_LINE = mix(PAPER_EDGE, SHADOW, 0.45)


def _card(family: str, glyph: str, height: int) -> Image.Image:
    paper = zipai.paper(glyph) if family == "zipai" else PAPER
    made = Image.new("RGB", (_pixels(100), _pixels(height)), paper)
    pen = Pen(made, SCALE, paper=paper)
    (zipai if family == "zipai" else changpai).face(pen, glyph, height)
    return _cut(made, 10, CARD_LINE)


def _tiny_back(fill: Colour, line: Colour) -> Image.Image:
    return _cut(Image.new("RGB", (_pixels(100), _pixels(SHORT)), fill), 14, line).resize((_pixels(100), _pixels(SHORT)))


def _card_back(height: int) -> Image.Image:
    made = Image.new("RGB", (_pixels(100), _pixels(height)), BROWN)
    pen = Pen(made, SCALE, paper=BROWN)
    pen.frame(8, 8, 92, height - 8, BROWN_LIGHT, 3, 6)
    step = 26
    for row in range(int((height - 34) // step) + 1):
        for column in range(3):
            x, y = 24 + column * step, 28 + row * step
            if y < height - 18:
                pen.shape(((x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y)), BROWN_LIGHT)
    return _cut(made, 10, CARD_LINE)


def _cut(face: Image.Image, radius: float, line: Colour) -> Image.Image:
    """A face with round corners and a fine edge that parts it from what it lies on."""
    whole = face.convert("RGBA")
    whole.putalpha(_rounded(face.size, radius))
    edge = (0, 0, face.width - 1, face.height - 1)
    ImageDraw.Draw(whole).rounded_rectangle(edge, _pixels(radius), outline=(*line, 255), width=_pixels(1.8))
    return whole


@lru_cache(maxsize=64)
def shadow(size: tuple[int, int], radius: int, ground: Colour) -> Image.Image:
    """A soft shadow for a body of ``size``, three pixels larger to each side, as indices."""
    w, h = size
    dark = Image.new("L", (w + 6, h + 6), 0)
    ImageDraw.Draw(dark).rounded_rectangle((3, 3, w + 2, h + 2), radius, fill=190)
    dark = dark.filter(ImageFilter.GaussianBlur(1.8))
    rgb = Image.new("RGB", dark.size, ground)
    rgb.paste(SHADOW, (0, 0), dark)
    return to_indices(rgb)
