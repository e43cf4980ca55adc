"""The table as a picture: a bar with what all share, then one panel a seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from . import fonts, palette, parts
from .canvas import WIDTH, Canvas
from .palette import FELT, GOLD, INK, IVORY, LOSS, MUTED, TEXT, WELL, Colour
from .parts import BAR, HEADER, MARGIN, PADDING, ROOM, ROW_GAP, TALLEST, signed
from .scene import HIDDEN, Chip, Laid, SeatScene, TableScene
from .sprites import TINY, Look, size_of

BETWEEN = 16
"""Pixels between melds."""
STRIP = 8
"""From the edge of the strip that discards lie in to the tiles."""
WIDTHS = (68, 62, 56, 52, 48, 44)
"""Widths of tiles, the largest first: the first that keeps the picture below :data:`TALLEST` is taken."""
RING = 5
"""Width of the ring around the newest discard."""
BACK = 21
"""Width of the small backs that say how large a hand is."""
BACK_STEP = 12
NAME, SCORE = 40, 40
NAME_LEAST = 250


def table(scene: TableScene) -> bytes:
    """The picture, encoded."""
    return draw(scene).encode()


@dataclass(frozen=True)
class _Plan:
    """How one seat is laid out with tiles of one width: what stands in the header, and the lines below it."""

    seat: int
    scene: SeatScene
    beside: tuple[Chip, ...]
    lines: list[list[Laid | Chip]]
    river: list[tuple[str, ...]]
    height: int


def draw(scene: TableScene) -> Canvas:
    """The picture as a canvas."""
    for width in WIDTHS:
        plans = [_plan(scene, seat, width) for seat in range(len(scene.seats))]
        height = BAR + MARGIN + sum(p.height + MARGIN - 4 for p in plans)
        if height <= TALLEST:
            break
    canvas = Canvas(height)
    _bar(canvas, scene)
    y = BAR + MARGIN // 2
    for plan in plans:
        _seat(canvas, scene, plan, y, width)
        y += plan.height + MARGIN - 4
    return canvas


def _plan(scene: TableScene, seat: int, width: int) -> _Plan:
    its = scene.seats[seat]
    beside, below = _split_chips(scene, its)
    laid: list[Laid | Chip] = [*its.melds, *below]
    lines = parts.wrap(laid, partial(_width, scene, width), BETWEEN, ROOM)
    per_line = max(1, (ROOM + parts.GAP - RING) // (width + parts.GAP))
    river = [its.river[i : i + per_line] for i in range(0, max(1, len(its.river)), per_line)]
    tile = size_of(scene.family, width)[1]
    height = PADDING + HEADER + len(river) * (tile + parts.GAP) + 2 * STRIP
    height += sum(_line_height(scene, line, width) + ROW_GAP for line in lines)
    return _Plan(seat, its, beside, lines, river, height + PADDING)


def _width(scene: TableScene, width: int, item: Laid | Chip) -> int:
    return parts.width_of(item, scene.family, scene.language, width)


def _line_height(scene: TableScene, line: list[Laid | Chip], width: int) -> int:
    return max(parts.height_of(item, scene.family, width) for item in line)


def _header_room(scene: TableScene, its: SeatScene) -> int:
    """Pixels in the header between the name and the backs."""
    left = 56 + (54 if its.dealer else 0) + _name_width(scene, its) + (44 if its.robot or its.away else 0)
    return ROOM - left - _right_width(scene, its) - 24


def _name_width(scene: TableScene, its: SeatScene) -> int:
    return min(_name_room(scene, its), fonts.width(its.name, NAME, 700, scene.language)) + 12


def _name_room(scene: TableScene, its: SeatScene) -> int:
    """Pixels for the name: facts may stand beside it, but a name is not cut below :data:`NAME_LEAST` for them."""
    room = ROOM - 168 - _right_width(scene, its)
    facts = sum(parts.chip_width(c, scene.language) + 8 for c in its.chips if not c.tiles)
    return max(min(NAME_LEAST, room), room - facts)


def _right_width(scene: TableScene, its: SeatScene) -> int:
    """Backs, their number, and the score."""
    backs = (its.hand_size - 1) * BACK_STEP + BACK + 54 if its.hand_size else 0
    return backs + fonts.width(signed(its.score), SCORE, 800, scene.language) + 24


def _split_chips(scene: TableScene, its: SeatScene) -> tuple[tuple[Chip, ...], list[Chip]]:
    """Chips that fit into the header, and those that need a line below."""
    room = _header_room(scene, its)
    beside: list[Chip] = []
    below: list[Chip] = []
    for chip in its.chips:
        w = parts.chip_width(chip, scene.language) + 8
        if not chip.tiles and w <= room:
            beside.append(chip)
            room -= w
        else:
            below.append(chip)
    return tuple(beside), below


# --- drawing ----------------------------------------------------------------------------------------------------


def _bar(canvas: Canvas, scene: TableScene) -> None:
    """Title, what the game shows of the whole table, tiles left, clock."""
    middle = BAR // 2 + 2
    at = WIDTH - MARGIN - 6
    if scene.clock:
        text = str(scene.clock)
        at -= fonts.width(text, 38, 700, scene.language)
        canvas.text(at, middle, text, 38, TEXT, FELT, 700, scene.language)
        at -= 44
        canvas.icon(at, middle - 17, 34, "clock", MUTED, FELT)
        at -= 34
    text = str(scene.wall)
    at -= fonts.width(text, 38, 700, scene.language)
    canvas.text(at, middle, text, 38, TEXT, FELT, 700, scene.language)
    at -= 44
    canvas.tile(at, middle - size_of(scene.family, 32)[1] // 2, HIDDEN, 32, Look(scene.family, FELT))
    at -= 28
    parts.bar(canvas, at, scene.title, scene.chips, scene.family, scene.language)


def _seat(canvas: Canvas, scene: TableScene, plan: _Plan, top: int, width: int) -> None:
    its = plan.scene
    ground = parts.panel(canvas, top, plan.height, its.turn)
    _header(canvas, scene, plan, top + PADDING - 4, ground)
    y = top + PADDING + HEADER + 4
    tiles = Look(scene.family, ground)
    for line in plan.lines:
        x = MARGIN + PADDING
        height = _line_height(scene, line, width)
        for item in line:
            above = y + (height - parts.height_of(item, scene.family, width)) // 2
            if isinstance(item, Laid):
                parts.meld(canvas, x, above, item, width, tiles, plan.seat, len(scene.seats))
            else:
                parts.chip(canvas, x, above, item, scene.family, ground, scene.language)
            x += _width(scene, width, item) + BETWEEN
        y += height + ROW_GAP
    _river(canvas, plan, y, width, tiles)


def _river(canvas: Canvas, plan: _Plan, top: int, width: int, panel: Look) -> None:
    """Discards in order in a sunken strip, a ring around the last one of the table."""
    look = panel._replace(ground=WELL)
    w, h = size_of(look.family, width)
    height = len(plan.river) * (h + parts.GAP) - parts.GAP + 2 * STRIP
    left = MARGIN + PADDING - STRIP
    canvas.panel(left, top, ROOM + 2 * STRIP, height, 14, (WELL, panel.ground, WELL, 0))
    y = top + STRIP
    for row, line in enumerate(plan.river):
        x = left + STRIP
        for k, glyph in enumerate(line):
            newest = plan.scene.last and row == len(plan.river) - 1 and k == len(line) - 1
            x += RING if newest and k else 0
            canvas.tile(x, y, glyph, width, look)
            if newest:
                canvas.ring(x - RING, y - RING, w + 2 * RING, h + 2 * RING, 12, RING, GOLD, WELL)
            x += width + parts.GAP
        y += h + parts.GAP


def _header(canvas: Canvas, scene: TableScene, plan: _Plan, y: int, ground: Colour) -> None:
    """Badge, dealer mark, name, chips; backs and score to the right."""
    its = plan.scene
    middle = y + HEADER // 2
    x = MARGIN + PADDING
    canvas.badge(x, middle - 22, 44, str(plan.seat + 1), palette.SEATS[plan.seat], IVORY, ground, scene.language)
    x += 56
    if its.dealer:
        canvas.badge(x - 2, middle - 22, 44, scene.dealer_mark, GOLD, INK, ground, scene.language)
        x += 54
    name = fonts.clip(its.name, NAME, 700, scene.language, _name_room(scene, its))
    colour = MUTED if its.out or its.away else TEXT
    x += canvas.text(x, middle, name, NAME, colour, ground, 700, scene.language) + 12
    if its.robot or its.away:
        canvas.icon(x, middle - 17, 34, "robot" if its.robot else "asleep", MUTED, ground)
        x += 44
    for chip in plan.beside:
        x += parts.chip(canvas, x + 4, middle - parts.CHIP // 2, chip, scene.family, ground, scene.language) + 8
    _right(canvas, scene, its, middle, ground)


def _right(canvas: Canvas, scene: TableScene, its: SeatScene, middle: int, ground: Colour) -> None:
    right = WIDTH - MARGIN - PADDING
    text = signed(its.score)
    tone = GOLD if its.score > 0 else LOSS if its.score < 0 else MUTED
    right -= fonts.width(text, SCORE, 800, scene.language)
    canvas.text(right, middle, text, SCORE, tone, ground, 800, scene.language)
    if not its.hand_size:
        return
    right -= 24
    text = str(its.hand_size)
    right -= fonts.width(text, 34, 600, scene.language)
    canvas.text(right, middle, text, 34, MUTED, ground, 600, scene.language)
    x = right - 10 - BACK - (its.hand_size - 1) * BACK_STEP
    look = Look(scene.family, ground)
    top = middle - 15
    for _ in range(its.hand_size):
        canvas.tile(x, top, TINY, BACK, look, over=True)
        x += BACK_STEP
