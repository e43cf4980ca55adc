"""What tables, hands and results are made of: the bar, seats' panels, melds, chips, and how much room they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from . import fonts
from .canvas import WIDTH, Canvas
from .palette import ACTIVE, FELT, GOLD, MUTED, PANEL, TEXT, WELL, Colour
from .scene import Chip, Laid
from .sprites import FACE, Look, size_of, sprite

MARGIN = 16
BAR = 84
"""Height of the bar on top."""
PADDING = 18
HEADER = 56
ROW_GAP = 12
ROOM = WIDTH - 2 * MARGIN - 2 * PADDING
"""Pixels between the sides of a seat's panel."""
TALLEST = 1230
"""Pixels: beyond that a phone shows a picture narrower than it could."""
GAP = 4
"""Pixels between tiles that lie side by side."""
CHIP = 52
"""Height of a chip without tiles."""
CHIP_TEXT = 34
CHIP_TILE = 46
"""Width of a tile in a chip."""

Item = TypeVar("Item")


def wrap(items: Sequence[Item], width: Callable[[Item], int], gap: int, room: int) -> list[list[Item]]:
    """Items in lines of at most ``room`` pixels."""
    lines: list[list[Item]] = []
    used = 0
    for item in items:
        w = width(item)
        if lines and used + gap + w <= room:
            lines[-1].append(item)
            used += gap + w
        else:
            lines.append([item])
            used = w
    return lines


def signed(points: int) -> str:
    """Points with their sign, nothing as 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


# --- the bar and seats' panels ----------------------------------------------------------------------------------


def bar(canvas: Canvas, right: int, title: str, chips: Sequence[Chip], family: str, language: str) -> None:
    """What stands in the bar to the left of ``right``: the title, and what the game shows of the whole table."""
    middle = BAR // 2 + 2
    for fact in reversed(chips):
        right -= chip_width(fact, language)
        chip(canvas, right, max(4, middle - chip_height(fact, family) // 2), fact, family, FELT, language)
        right -= 12
    shown = fonts.clip(title, 38, 700, language, right - MARGIN - 14)
    canvas.text(MARGIN + 8, middle, shown, 38, MUTED, FELT, 700, language)


def panel(canvas: Canvas, top: int, height: int, golden: bool) -> Colour:
    """A seat's panel, framed in gold or plain; returns its ground."""
    ground = ACTIVE if golden else PANEL
    canvas.panel(MARGIN, top, WIDTH - 2 * MARGIN, height, 26, (ground, FELT, GOLD if golden else ground, 5 * golden))
    return ground


# --- melds ------------------------------------------------------------------------------------------------------


def ordered(laid: Laid, seat: int, seats: int) -> list[tuple[str, bool]]:
    """(glyph, claimed) of a meld's tiles from left to right: the claimed one lies on the side that it came from."""
    tiles = [(glyph, False) for glyph in laid.tiles]
    if laid.taken < 0 or laid.source < 0:
        return tiles
    claimed = tiles.pop(laid.taken)[0]
    away = (laid.source - seat) % seats
    place = len(tiles) if away == 1 else 0 if away == seats - 1 else 1
    tiles.insert(place, (claimed, True))
    return tiles


def meld_width(laid: Laid, family: str, width: int) -> int:
    """Pixels that a meld takes."""
    n = len(laid.tiles)
    total = n * width + (n - 1) * (GAP - 2)
    if family == "mahjong" and laid.taken >= 0 and laid.source >= 0:
        total += round(width * FACE / 100) - width
    return total


def meld(canvas: Canvas, x: int, y: int, laid: Laid, width: int, look: Look, seat: int, seats: int) -> None:
    """A meld at (x, y). What was claimed is marked with the badge of the seat it came from; a mahjong tile lies on
    its side as well."""
    _, height = size_of(look.family, width)
    for glyph, claimed in ordered(laid, seat, seats):
        turned = claimed and look.family == "mahjong"
        its = look._replace(turned=turned, claimed=laid.source if claimed else -1)
        w, h = sprite(glyph, width, its).size
        canvas.tile(x, y + (height - h if turned else 0), glyph, width, its)
        x += w + GAP - 2


# --- melds and chips in a line ----------------------------------------------------------------------------------


def width_of(item: Laid | Chip, family: str, language: str, width: int) -> int:
    """Pixels that a meld of tiles of that width, or a chip, takes."""
    return meld_width(item, family, width) if isinstance(item, Laid) else chip_width(item, language)


def height_of(item: Laid | Chip, family: str, width: int) -> int:
    """The same from top to bottom."""
    return size_of(family, width)[1] if isinstance(item, Laid) else chip_height(item, family)


# --- chips ------------------------------------------------------------------------------------------------------


def chip_width(chip: Chip, language: str) -> int:
    """Pixels that a chip takes."""
    total = 32
    for text in _texts(chip):
        total += fonts.width(text[0], CHIP_TEXT, text[1], language) + 8
    return total + len(chip.tiles) * (CHIP_TILE + 2) - 8 + (14 if chip.tiles else 0)


def chip_height(chip: Chip, family: str) -> int:
    """Pixels from top to bottom."""
    return size_of(family, CHIP_TILE)[1] + 12 if chip.tiles else CHIP


def _texts(chip: Chip) -> Iterator[tuple[str, int]]:
    """(text, weight) of what is written in a chip."""
    if chip.label:
        yield chip.label, 400
    if chip.value:
        yield chip.value, 700


def chip(canvas: Canvas, x: int, y: int, fact: Chip, family: str, ground: Colour, language: str) -> int:
    """A chip with its upper left corner at (x, y); returns its width."""
    w, h = chip_width(fact, language), chip_height(fact, family)
    canvas.panel(x, y, w, h, CHIP // 2, (WELL, ground, WELL, 0))
    at = x + 16
    for text, weight in _texts(fact):
        colour = MUTED if weight == 400 else TEXT
        at += canvas.text(at, y + h // 2, text, CHIP_TEXT, colour, WELL, weight, language) + 8
    for glyph in fact.tiles:
        canvas.tile(at, y + 6, glyph, CHIP_TILE, Look(family, WELL))
        at += CHIP_TILE + 2
    return w
