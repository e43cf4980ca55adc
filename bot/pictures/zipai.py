"""Faces of character cards (字牌): small 一…十 and big 壹…拾, red for two, seven and ten.

Small ones stand on white paper, big ones on yellow paper within a double line, so that the two sizes are told apart
before they are read. Drawn in a box of 100 units by ``height``.
"""

from __future__ import annotations

from PIL import Image

from .palette import INK, PAPER, PAPER_BIG, RED, Colour
from .pen import Pen

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
OLD = {"贰": "貳", "叁": "叄", "陆": "陸"}
TALL = 180
"""From this height on the character stands at both ends of the card."""


def paper(glyph: str) -> Colour:
    """What the card is printed on."""
    return PAPER_BIG if glyph in BIG else PAPER


def colour(glyph: str) -> Colour:
    """Red for two, seven and ten, else black."""
    rank = (BIG if glyph in BIG else SMALL).index(glyph)
    return RED if rank in (1, 6, 9) else INK


def face(pen: Pen, glyph: str, height: float) -> None:
    """The character, at both ends of a tall card."""
    ink = colour(glyph)
    big = glyph in BIG
    if big:
        pen.frame(6, 6, 94, height - 6, ink, 2.6, 7)
        pen.frame(11, 11, 89, height - 11, ink, 1.4, 4)
    size = 72 if big else 82
    if height < TALL:
        pen.write(OLD.get(glyph, glyph), 50, height / 2, size, ink)
        return
    _half(pen, glyph, size, ink)
    below = pen.image.crop((0, 0, pen.image.width, pen.image.height // 2)).transpose(Image.Transpose.ROTATE_180)
    pen.image.paste(below, (0, pen.image.height - below.height))
    middle = height / 2
    for dx in (-16, 0, 16):
        pen.disc(50 + dx, middle, 3.4, ink)


def _half(pen: Pen, glyph: str, size: float, ink: Colour) -> None:
    pen.write(OLD.get(glyph, glyph), 50, 49, size, ink)
