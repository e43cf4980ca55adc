"""The colours of every picture: one palette of at most 256, so that pictures are drawn as palette indices.

A picture is a grid of indices from the beginning: sprites are brought to the palette once, when they are made, and a
picture is put together by copying bytes and encoded without any search for colours. The price is that what is half
transparent must know what it lies on; :data:`GROUNDS` are the colours on which things lie.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

Colour = tuple[int, int, int]

FELT: Colour = (24, 58, 54)
PANEL: Colour = (33, 75, 69)
ACTIVE: Colour = (44, 96, 84)
WELL: Colour = (21, 53, 50)
"""A sunken place: chips, and the strip that the discards lie in."""
TEXT: Colour = (243, 240, 226)
MUTED: Colour = (157, 190, 178)
GOLD: Colour = (240, 196, 92)
LOSS: Colour = (238, 150, 128)
SHADOW: Colour = (12, 34, 32)

IVORY: Colour = (252, 249, 238)
EDGE: Colour = (222, 212, 184)
TEAL: Colour = (46, 136, 116)
TEAL_DARK: Colour = (30, 100, 86)
TEAL_LIGHT: Colour = (92, 172, 150)
PAPER: Colour = (250, 246, 232)
PAPER_BIG: Colour = (247, 228, 188)
PAPER_EDGE: Colour = (206, 190, 150)
BROWN: Colour = (140, 58, 46)
BROWN_LIGHT: Colour = (196, 116, 92)

INK: Colour = (30, 32, 38)
NAVY: Colour = (28, 52, 116)
RED: Colour = (200, 30, 40)
GREEN: Colour = (20, 122, 66)
BLUE: Colour = (32, 92, 170)
YELLOW: Colour = (236, 176, 48)
PINK: Colour = (236, 130, 150)
GREY: Colour = (150, 150, 146)

FADED_FACE: Colour = (128, 148, 138)
FADED_INK: Colour = (70, 96, 90)

SEATS: tuple[Colour, ...] = ((222, 116, 84), (92, 150, 222), (196, 138, 214), (122, 186, 92))
"""One colour for each seat: its badge, and the mark on tiles that were claimed from it."""
GROUNDS = (FELT, PANEL, ACTIVE, WELL)


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """``a`` with ``part`` (0–1) of ``b`` in it."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


def _ramp(a: Colour, b: Colour, steps: int) -> list[Colour]:
    return [mix(a, b, i / steps) for i in range(steps + 1)]


def _colours() -> list[Colour]:
    """What is drawn on what, each with the steps between that soft edges need."""
    made: list[Colour] = []
    for ground in GROUNDS:
        made += _ramp(ground, TEXT, 7) + _ramp(ground, MUTED, 4) + _ramp(ground, GOLD, 5) + _ramp(ground, LOSS, 4)
        made += _ramp(ground, SHADOW, 3) + _ramp(ground, IVORY, 5) + _ramp(ground, TEAL, 2)
    made += _ramp(WELL, PANEL, 2) + _ramp(WELL, ACTIVE, 2)
    for ink in (INK, RED, GREEN, BLUE, NAVY):
        made += _ramp(IVORY, ink, 8)
    for ink in (INK, RED):
        made += _ramp(PAPER_BIG, ink, 6)
    for other in (YELLOW, PINK, GREY, EDGE, PAPER_EDGE):
        made += _ramp(IVORY, other, 3)
    made += _ramp(TEAL_DARK, TEAL_LIGHT, 4) + _ramp(EDGE, TEAL_DARK, 3) + _ramp(TEAL_LIGHT, IVORY, 2)
    made += _ramp(BROWN, BROWN_LIGHT, 3) + _ramp(BROWN_LIGHT, PAPER, 2) + _ramp(PAPER_BIG, PAPER_EDGE, 2)
    made += (
        _ramp(FADED_FACE, FADED_INK, 5) + _ramp(FADED_FACE, PANEL, 2) + _ramp(YELLOW, RED, 2) + _ramp(YELLOW, INK, 2)
    )
    made += _ramp(FADED_FACE, mix(FADED_FACE, RED, 0.45), 2)
    made += _ramp(GOLD, INK, 5)
    for seat in SEATS:
        made += _ramp(seat, IVORY, 3) + _ramp(seat, PANEL, 2) + [mix(seat, ACTIVE, 0.5)]
    return made


def _distinct(colours: list[Colour], gap: int, kept: list[Colour]) -> list[Colour]:
    """``kept``, and after them the colours that are ``gap`` apart (sum of differences) from all before."""
    kept = list(kept)
    for c in colours:
        if all(abs(c[0] - k[0]) + abs(c[1] - k[1]) + abs(c[2] - k[2]) >= gap for k in kept):
            kept.append(c)
    return kept


NAMED = [
    *GROUNDS, IVORY, MUTED, GOLD, LOSS, TEXT, EDGE, TEAL, TEAL_DARK, TEAL_LIGHT, PAPER, PAPER_BIG, INK, NAVY, RED,
    GREEN, BLUE, YELLOW, PINK, *SEATS,
]  # fmt: skip
STEP = 40
"""Sum of differences between the shades of a soft edge: a finer one is not seen at three pixels to the point and makes
the files a fifth larger."""
# TEXT and PAPER become IVORY, which nobody can tell from them; the grounds are told apart by their area
COLOURS: list[Colour] = _distinct([*NAMED, *_colours()], STEP, list(GROUNDS))[:256]
"""The palette; a pixel is an index into it."""
FLAT: list[int] = [part for colour in COLOURS for part in colour]
"""The palette as Pillow takes it."""


@cache
def index(colour: Colour) -> int:
    """The index of the palette's colour nearest to ``colour``."""
    r, g, b = colour
    return min(
        range(len(COLOURS)),
        key=lambda i: (COLOURS[i][0] - r) ** 2 + (COLOURS[i][1] - g) ** 2 + (COLOURS[i][2] - b) ** 2,
    )


@cache
def _palette_image() -> Image.Image:
    made = Image.new("P", (1, 1))
    made.putpalette(FLAT + FLAT[:3] * (256 - len(COLOURS)))
    return made


def to_indices(picture: Image.Image) -> Image.Image:
    """An RGB image as indices of the palette (mode L), nearest colours, no dithering."""
    found = picture.quantize(palette=_palette_image(), dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


@cache
def blend_table(ground: Colour, ink: Colour) -> list[int]:
    """For a coverage of 0–255, the index of ``ink`` on ``ground`` with that coverage, in 16 steps."""
    steps = [index(mix(ground, ink, i / 15)) for i in range(16)]
    return [steps[(v * 15 + 127) // 255] for v in range(256)]
