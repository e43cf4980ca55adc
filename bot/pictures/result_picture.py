"""The end of a round as a picture: the winners' hands, then the others' smaller, each with what the seat gained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import fonts, palette, parts
from .canvas import WIDTH, Canvas
from .palette import ACTIVE, FELT, GOLD, INK, IVORY, LOSS, MUTED, TEXT, WELL, Colour
from .parts import BAR, HEADER, MARGIN, PADDING, ROOM, ROW_GAP, TALLEST, signed
from .scene import Chip, EndScene, Laid, ResultScene
from .sprites import Look, size_of

BETWEEN = 18
"""Pixels between the hand and melds."""
APART = 22
"""Pixels between the hand and the tile that it was won with."""
RING = 5
"""Width of the ring around that tile."""
SIZES = ((84, 56), (76, 50), (66, 44), (58, 40), (50, 36), (44, 34))
"""Widths of a winner's tiles and of the others', the largest first: the first that keep the picture below
:data:`TALLEST` are taken."""
WITHOUT_WINNER = 62
"""Width of tiles when nobody has won: every hand is as important."""
ROW = {"mahjong": 14, "changpai": 12, "zipai": 11}
"""A winner's tiles in a row at most: cards stand in two rows rather than small in one."""
LOWEST = 486
"""Pixels: clients crop a picture that is much wider than high."""
NAME, GAIN, SCORE = 40, 46, 34
NAME_LEAST = 200
"""Pixels: what a hand counts is left out (the caption has it) rather than cut a name below this."""
PILL, PILL_TEXT = 46, 30
BADGE = 36
"""Width of the badge of the seat that a winning tile came from."""


def result(scene: ResultScene) -> bytes:
    """The picture, encoded."""
    return draw(scene).encode()


@dataclass(frozen=True)
class _Hand:
    """Concealed tiles in rows of one width; ``won`` stands apart at the end of the last row."""

    rows: tuple[tuple[str, ...], ...]
    won: str
    width: int


Item = _Hand | Laid | Chip


@dataclass(frozen=True)
class _Fact:
    """A chip of a winner. ``role``: ``how`` they won, ``source`` (from whom), ``counted`` (what it comes to), or empty
    for what the hand is worth."""

    chip: Chip
    role: str = ""


@dataclass(frozen=True)
class _Plan:
    """How one seat is laid out: what it is worth in lines, then the hand, melds and bonus tiles in lines."""

    end: EndScene
    worth: list[list[_Fact]]
    lines: list[list[Item]]
    tile: int
    height: int


def draw(scene: ResultScene) -> Canvas:
    """The picture as a canvas."""
    for large, small in SIZES:
        plans = [_plan(scene, end, large if end.winner else small) for end in scene.ends]
        if not any(end.winner for end in scene.ends):
            plans = [_plan(scene, end, min(WITHOUT_WINNER, large)) for end in scene.ends]
        height = BAR + MARGIN + sum(p.height + MARGIN - 4 for p in plans)
        if height <= TALLEST:
            break
    canvas = Canvas(max(height, LOWEST))
    _bar(canvas, scene)
    y = BAR + MARGIN // 2
    for plan in plans:
        _end(canvas, scene, plan, y)
        y += plan.height + MARGIN - 4
    return canvas


def _plan(scene: ResultScene, end: EndScene, width: int) -> _Plan:
    hand = _hand(scene, end, width)
    items: list[Item] = [hand] if hand.rows or hand.won else []
    tile = min(hand.width, width)
    items += [*end.melds, *end.extra]
    lines = parts.wrap(items, lambda item: _width(scene, item, tile), BETWEEN, ROOM)
    worth = parts.wrap(_facts(end), lambda fact: _fact_width(scene, fact), 10, ROOM) if end.winner else []
    height = 2 * PADDING + HEADER - 4 + len(worth) * (parts.CHIP + ROW_GAP)
    height += sum(_line_height(scene, line, tile) + ROW_GAP for line in lines) - (ROW_GAP if lines else 0) + 8
    return _Plan(end, worth, lines, tile, height)


def _hand(scene: ResultScene, end: EndScene, width: int) -> _Hand:
    """The concealed tiles: in one row as wide as they fit, cards of a winner in two."""
    count = len(end.tiles) + bool(end.won)
    rows = -(-count // ROW[scene.family]) if end.winner else 1
    longest = -(-count // rows) if rows else 0
    apart = APART + RING if end.won else 0
    width = min(width, (ROOM - apart) // longest - parts.GAP) if longest else width
    return _Hand(tuple(end.tiles[i : i + longest] for i in range(0, len(end.tiles), longest or 1)), end.won, width)


def _width(scene: ResultScene, item: Item, tile: int) -> int:
    if not isinstance(item, _Hand):
        return parts.width_of(item, scene.family, scene.language, tile)
    # of its last row: what follows stands beside that, at the bottom of the line
    last = len(item.rows[-1]) * (item.width + parts.GAP) - parts.GAP if item.rows else 0
    return last + ((APART if item.rows else RING) + item.width + RING if item.won else 0)


def _height(scene: ResultScene, item: Item, tile: int) -> int:
    if not isinstance(item, _Hand):
        return parts.height_of(item, scene.family, tile)
    return max(1, len(item.rows)) * (size_of(scene.family, item.width)[1] + parts.GAP) - parts.GAP


def _line_height(scene: ResultScene, line: Sequence[Item], tile: int) -> int:
    return max(_height(scene, item, tile) for item in line)


# --- what a hand is worth ---------------------------------------------------------------------------------------


def _facts(end: EndScene) -> list[_Fact]:
    """How it was won, from whom, patterns, and what that comes to."""
    made = [_Fact(Chip("", end.how), "how")]
    if end.source >= 0:
        made.append(_Fact(Chip("", end.source_name), "source"))
    made += [_Fact(chip) for chip in end.chips]
    return [*made, _Fact(Chip("", end.counted), "counted")] if end.counted else made


def _fact_width(scene: ResultScene, fact: _Fact) -> int:
    return parts.chip_width(fact.chip, scene.language) + (BADGE + 8 if fact.role == "source" else 0)


# --- drawing ----------------------------------------------------------------------------------------------------


def _bar(canvas: Canvas, scene: ResultScene) -> None:
    """Title, what the game shows of the whole table, how the round ended."""
    middle = BAR // 2 + 2
    at = WIDTH - MARGIN - 8
    at -= fonts.width(scene.outcome, 38, 700, scene.language)
    won = any(end.winner for end in scene.ends)
    canvas.text(at, middle, scene.outcome, 38, GOLD if won else TEXT, FELT, 700, scene.language)
    at -= 28
    parts.bar(canvas, at, scene.title, scene.chips, scene.family, scene.language)


def _end(canvas: Canvas, scene: ResultScene, plan: _Plan, top: int) -> None:
    end = plan.end
    ground = parts.panel(canvas, top, plan.height, end.winner)
    _header(canvas, scene, end, top + PADDING - 4, ground)
    y = top + PADDING + HEADER + 4
    for facts in plan.worth:
        x = MARGIN + PADDING
        for fact in facts:
            _fact(canvas, scene, end, fact, x, y)
            x += _fact_width(scene, fact) + 10
        y += parts.CHIP + ROW_GAP
    for line in plan.lines:
        x = MARGIN + PADDING
        height = _line_height(scene, line, plan.tile)
        for item in line:
            above = y + height - _height(scene, item, plan.tile)
            if isinstance(item, Laid):
                parts.meld(canvas, x, above, item, plan.tile, Look(scene.family, ground), end.seat, len(scene.ends))
            elif isinstance(item, Chip):
                parts.chip(canvas, x, above, item, scene.family, ground, scene.language)
            else:
                _tiles(canvas, scene, item, x, above, ground)
            x += _width(scene, item, plan.tile) + BETWEEN
        y += height + ROW_GAP


def _tiles(canvas: Canvas, scene: ResultScene, hand: _Hand, left: int, top: int, ground: Colour) -> None:
    """The concealed tiles, the winning one apart with a ring."""
    look = Look(scene.family, ground)
    w, h = size_of(scene.family, hand.width)
    x, y = left, top
    for i, row in enumerate(hand.rows):
        x, y = left, top + i * (h + parts.GAP)
        for glyph in row:
            canvas.tile(x, y, glyph, hand.width, look)
            x += w + parts.GAP
    if hand.won:
        x += APART if hand.rows else RING
        canvas.tile(x, y, hand.won, hand.width, look)
        canvas.ring(x - RING, y - RING, w + 2 * RING, h + 2 * RING, 12, RING, GOLD, ground)


def _fact(canvas: Canvas, scene: ResultScene, end: EndScene, fact: _Fact, x: int, y: int) -> None:
    """A chip of a winner: how they won in gold, from whom with the seat's badge, what it comes to in golden words."""
    if not fact.role:
        parts.chip(canvas, x, y, fact.chip, scene.family, ACTIVE, scene.language)
        return
    fill = GOLD if fact.role == "how" else WELL
    ink = {"how": INK, "source": TEXT, "counted": GOLD}[fact.role]
    canvas.panel(x, y, _fact_width(scene, fact), parts.CHIP, parts.CHIP // 2, (fill, ACTIVE, fill, 0))
    middle = y + parts.CHIP // 2
    x += 16
    if fact.role == "source":
        colour = palette.SEATS[end.source]
        top = middle - BADGE // 2
        canvas.badge(x - 6, top, BADGE, str(end.source + 1), colour, IVORY, WELL, scene.language)
        x += BADGE + 4
    canvas.text(x, middle, fact.chip.value, parts.CHIP_TEXT, ink, fill, 700, scene.language)


def _header(canvas: Canvas, scene: ResultScene, end: EndScene, y: int, ground: Colour) -> None:
    """Badge, name, who deals next; what was gained and what the score is now to the right."""
    middle = y + HEADER // 2
    right = WIDTH - MARGIN - PADDING
    right -= _score_width(scene)
    text = signed(end.score)
    at = WIDTH - MARGIN - PADDING - fonts.width(text, SCORE, 600, scene.language)
    canvas.text(at, middle, text, SCORE, MUTED, ground, 600, scene.language)
    canvas.text(right - 40, middle, "→", SCORE, MUTED, ground, 400, scene.language)
    right -= 52
    text = signed(end.gain)
    right -= fonts.width(text, GAIN, 800, scene.language)
    tone = GOLD if end.gain > 0 else LOSS if end.gain < 0 else MUTED
    canvas.text(right, middle, text, GAIN, tone, ground, 800, scene.language)
    x = MARGIN + PADDING
    canvas.badge(x, middle - 22, 44, str(end.seat + 1), palette.SEATS[end.seat], IVORY, ground, scene.language)
    x += 56
    label = fonts.width(scene.dealer_label, PILL_TEXT, 700, scene.language) + 32 if end.deals_next else 0
    lost = "" if end.winner else end.counted
    counted = fonts.width(lost, PILL_TEXT, 400, scene.language) + 14 if lost else 0
    room = right - x - 24 - (44 if end.robot else 0) - (label + 14 if label else 0)
    if room - counted >= NAME_LEAST:
        room -= counted
    else:
        lost = ""
    name = fonts.clip(end.name, NAME, 700, scene.language, room)
    x += canvas.text(x, middle, name, NAME, TEXT, ground, 700, scene.language) + 12
    if end.robot:
        canvas.icon(x, middle - 17, 34, "robot", MUTED, ground)
        x += 44
    if label:
        canvas.panel(x + 2, middle - PILL // 2, label, PILL, PILL // 2, (GOLD, ground, GOLD, 0))
        canvas.text(x + 18, middle, scene.dealer_label, PILL_TEXT, INK, GOLD, 700, scene.language)
        x += label + 14
    if lost:
        canvas.text(x + 4, middle, lost, PILL_TEXT, MUTED, ground, 400, scene.language)


def _score_width(scene: ResultScene) -> int:
    """Pixels for the widest score, so that the arrows stand below one another."""
    return max(fonts.width(signed(end.score), SCORE, 600, scene.language) for end in scene.ends)
