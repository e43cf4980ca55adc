"""A hand as a picture: what is asked, melds and facts, then the tiles; above them the table where the hand is alone
with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

from . import fonts, parts, table_picture, zipai
from .canvas import WIDTH, Canvas
from .palette import ACTIVE, FELT, GOLD, IVORY, MUTED, PANEL, SEATS, TEXT
from .scene import Chip, HandScene, Laid
from .sprites import Look, size_of

MARGIN = 18
ROOM = WIDTH - 2 * MARGIN
GAP = 12
LOWEST = 486
"""Pixels: clients crop a picture that is much wider than high, and would cut off tiles."""
WIDEST = {"mahjong": 124, "changpai": 96, "zipai": 90}
"""Pixels: a tile is not drawn larger, however few there are."""
PER_ROW = {"mahjong": 8, "changpai": 10}
"""Hands that are larger stand in two rows."""
MELD = 70
WAIT = 48
ASKED = 60
APART = 26
"""Pixels between the hand and the drawn tile."""
SHOWN = 0.86
"""Of a card's width: how much of a card shows above the one laid over it; the whole character."""


def hand(scene: HandScene) -> bytes:
    """The picture, encoded."""
    above = table_picture.draw(scene.table) if scene.table is not None else None
    canvas = draw(scene)
    if above is None:
        return canvas.encode()
    both = Canvas(above.image.height + canvas.image.height)
    both.image.paste(above.image, (0, 0))
    both.image.paste(canvas.image, (0, above.image.height))
    return both.encode()


def draw(scene: HandScene) -> Canvas:
    """The picture without the table: what is asked, facts, waits and melds from above, the tiles at the bottom."""
    layout = _columns(scene) if scene.family == "zipai" else _rows(scene)
    bands = _bands(scene)
    above = sum(height + GAP for height, _ in bands)
    needed = MARGIN + above + layout.height + MARGIN
    canvas = Canvas(needed if scene.table is not None else max(needed, LOWEST))
    slack = canvas.image.height - needed
    top = MARGIN + slack // 3
    for height, paint in bands:
        paint(canvas, top)
        top += height + GAP
    layout.draw(canvas, scene, top + slack // 3)
    return canvas


Band = tuple[int, Callable[[Canvas, int], None]]
"""A line above the tiles: its height in pixels, and what draws it at a given top."""


def _bands(scene: HandScene) -> list[Band]:
    bands: list[Band] = []
    if scene.asked:
        bands.append((size_of(scene.family, ASKED)[1] + 20, partial(_asked, scene)))
    for facts in parts.wrap(scene.chips, lambda c: parts.chip_width(c, scene.language), 10, ROOM):
        height = max(parts.chip_height(c, scene.family) for c in facts)
        bands.append((height, partial(_facts, scene, facts)))
    for waits in _wait_lines(scene):
        bands.append((size_of(scene.family, WAIT)[1] + 18, partial(_waits, scene, waits)))
    for melds in parts.wrap(scene.melds, lambda m: parts.meld_width(m, scene.family, MELD), 18, ROOM):
        bands.append((size_of(scene.family, MELD)[1], partial(_melds, scene, melds)))
    return bands


def _facts(scene: HandScene, facts: Sequence[Chip], canvas: Canvas, top: int) -> None:
    x = MARGIN
    for chip in facts:
        x += parts.chip(canvas, x, top, chip, scene.family, FELT, scene.language) + 10


def _melds(scene: HandScene, melds: Sequence[Laid], canvas: Canvas, top: int) -> None:
    x = MARGIN
    for laid in melds:
        parts.meld(canvas, x, top, laid, MELD, Look(scene.family, FELT), scene.seat, scene.seats)
        x += parts.meld_width(laid, scene.family, MELD) + 18


def _asked(scene: HandScene, canvas: Canvas, top: int) -> None:
    """The tile that an answer is wanted for, and who played it."""
    label = fonts.clip(scene.asked_label, 34, 700, scene.language, 500)
    height = size_of(scene.family, ASKED)[1] + 20
    width = 18 + 52 + fonts.width(label, 34, 700, scene.language) + 16 + ASKED + 18
    canvas.panel(MARGIN, top, width, height, 22, (ACTIVE, FELT, GOLD, 4))
    middle = top + height // 2
    x = MARGIN + 18
    canvas.badge(x, middle - 20, 40, str(scene.asked_seat + 1), SEATS[scene.asked_seat], IVORY, ACTIVE, scene.language)
    x += 52
    x += canvas.text(x, middle, label, 34, TEXT, ACTIVE, 700, scene.language) + 16
    canvas.tile(x, top + 9, scene.asked, ASKED, Look(scene.family, ACTIVE))


# --- waits ------------------------------------------------------------------------------------------------------


def _wait_width(wait: tuple[str, int], language: str) -> int:
    return WAIT + 8 + fonts.width(f"×{wait[1]}", 30, 700, language)


def _wait_lines(scene: HandScene) -> list[list[tuple[str, int]]]:
    if not scene.waits:
        return []
    room = ROOM - 48 - fonts.width(scene.ready_label, 32, 700, scene.language)
    return parts.wrap(scene.waits, lambda w: _wait_width(w, scene.language), 18, room)


def _waits(scene: HandScene, line: list[tuple[str, int]], canvas: Canvas, top: int) -> None:
    """What the hand is ready for; a kind of which none is left to come is greyed."""
    height = size_of(scene.family, WAIT)[1] + 18
    label = fonts.width(scene.ready_label, 32, 700, scene.language)
    width = 48 + label + sum(_wait_width(w, scene.language) + 18 for w in line) - 18
    canvas.panel(MARGIN, top, width, height, 22, (PANEL, FELT, GOLD, 3))
    x = MARGIN + 18
    middle = top + height // 2
    canvas.text(x, middle, scene.ready_label, 32, GOLD, PANEL, 700, scene.language)
    x += label + 14
    for glyph, live in line:
        canvas.tile(x, top + 8, glyph, WAIT, Look(scene.family, PANEL, faded=not live))
        x += WAIT + 8
        x += canvas.text(x, middle, f"×{live}", 30, TEXT if live else MUTED, PANEL, 700, scene.language) + 18


# --- tiles ------------------------------------------------------------------------------------------------------


class Layout:
    """Where each tile of the hand stands: (x, y, glyph, lies over another, is the drawn one)."""

    def __init__(self, width: int, height: int, places: list[tuple[int, int, str, bool, bool]]) -> None:
        self.width = width
        self.height = height
        self.places = places

    def draw(self, canvas: Canvas, scene: HandScene, top: int) -> None:
        """The tiles from ``top`` on."""
        tall = scene.family != "mahjong"
        w, h = size_of(scene.family, self.width, tall)
        for x, y, glyph, over, drawn in self.places:
            look = Look(scene.family, FELT, tall=tall, faded=glyph in scene.dead and not drawn)
            canvas.tile(x, top + y, glyph, self.width, look, over)
            if drawn:
                canvas.ring(x - 5, top + y - 5, w + 10, h + 10, 13, 4, GOLD, FELT)


def _rows(scene: HandScene) -> Layout:
    """One row, or two of cards; the drawn tile apart at the end."""
    tiles = list(scene.tiles)
    tall = scene.family != "mahjong"
    # A place is kept for the tile that will be drawn, so that the hand does not change its size with every turn.
    room_for_drawn = bool(scene.drawn) or len(tiles) % 3 == 1
    count = len(tiles) + room_for_drawn
    rows = 2 if count > PER_ROW[scene.family] else 1
    longest = -(-count // rows)
    step = min(WIDEST[scene.family] + 4, (ROOM - APART) // max(1, longest))
    width = step - 4
    height = size_of(scene.family, width, tall)[1]
    places: list[tuple[int, int, str, bool, bool]] = []
    split = longest if rows == 2 else count
    for i, glyph in enumerate(tiles):
        row, column = divmod(i, split)
        places.append((MARGIN + column * step, row * (height + 8), glyph, False, False))
    if scene.drawn:
        row, column = divmod(len(tiles), split)
        places.append((MARGIN + column * step + APART, row * (height + 8), scene.drawn, False, True))
    return Layout(width, rows * (height + 8), places)


def _columns(scene: HandScene) -> Layout:
    """Character cards as players hold them: one column a rank, the small ones over the big ones, each laid over the
    next."""
    ranks = [list(cards) for _, cards in groupby(sorted(scene.tiles, key=_rank), key=lambda g: _rank(g)[0])]
    count = len(ranks) + bool(scene.drawn)
    step = min(WIDEST[scene.family] + 8, (ROOM - (APART if scene.drawn else 0)) // max(1, count))
    width = step - 8
    height = size_of(scene.family, width, True)[1]
    shown = round(width * SHOWN)
    deepest = max((len(c) for c in ranks), default=1)
    if deepest > 4:
        shown = round(shown * 3.4 / (deepest - 1))
    places: list[tuple[int, int, str, bool, bool]] = []
    bottom = (deepest - 1) * shown
    for column, cards in enumerate(ranks):
        for i, glyph in enumerate(cards):
            places.append((MARGIN + column * step, bottom - (len(cards) - 1 - i) * shown, glyph, i > 0, False))
    if scene.drawn:
        places.append((MARGIN + len(ranks) * step + APART, bottom, scene.drawn, False, True))
    return Layout(width, bottom + height + 6, places)


def _rank(glyph: str) -> tuple[int, bool]:
    big = glyph in zipai.BIG
    return (zipai.BIG if big else zipai.SMALL).index(glyph), big
