"""Faces of Nantong's long cards (长牌): 万, 条, 饼, 千字, 白花, 红花. Drawn in a box of 100 units by ``height``.

The index on top says rank and suit; the picture under it is what the old money cards show: people for 万, strings of
coins for 条, coins for 饼. The four 老将 kinds (千, 白, 红, 九条) carry a red seal.
"""

from __future__ import annotations

import math

from .palette import BLUE, GREEN, INK, NAVY, PAPER, PINK, RED, YELLOW, Colour
from .pen import Pen

RANKS = "一二三四五六七八九"
GENERALS = frozenset({"千", "白", "红", "九条"})
LOW = 160
"""Below this height a card is mostly index: it lies on the table and is read there at a third of the size."""

SUIT_INKS: dict[str, Colour] = {"万": NAVY, "条": GREEN, "饼": BLUE}


def face(pen: Pen, glyph: str, height: float) -> None:
    """Index, picture, and the seal of a 老将."""
    pen.frame(5, 5, 95, height - 5, INK, 2.2, 7)
    if len(glyph) == 1:
        _honour(pen, glyph, height)
    else:
        rank, suit = RANKS.index(glyph[0]) + 1, glyph[1]
        grow = 1.3 if height < LOW else 1.0
        _index(pen, glyph[0], suit, grow)
        strip = 52 * grow
        pen.line(((10, strip), (90, strip)), 1.6, INK)
        {"万": _people, "条": _strings, "饼": _coins}[suit](pen, rank, strip + 5, height - 10)
    if glyph in GENERALS:
        _seal(pen, 76, height - 26)


def _index(pen: Pen, numeral: str, suit: str, grow: float) -> None:
    y = 28.5 * grow
    pen.write(numeral, 33, y, 46 * grow, SUIT_INKS[suit], squeeze=1 / grow**0.5)
    if suit == "万":
        pen.write("万", 75, y, 34 * grow, RED, squeeze=1 / grow**0.5)
    elif suit == "饼":
        _coin(pen, 75, y, 16 * grow**0.5, BLUE)
    else:
        for dy in (-12, 0, 12):
            _string(pen, 75, y + dy * grow, 30, GREEN)


def _coin(pen: Pen, x: float, y: float, r: float, ink: Colour) -> None:
    pen.disc(x, y, r, ink)
    pen.disc(x, y, r * 0.76, pen.paper)
    pen.box(x - r * 0.36, y - r * 0.36, x + r * 0.36, y + r * 0.36, ink)
    pen.box(x - r * 0.16, y - r * 0.16, x + r * 0.16, y + r * 0.16, pen.paper)


def _string(pen: Pen, x: float, y: float, length: float, ink: Colour) -> None:
    """A string of coins seen from the side: a bar of beads."""
    beads = max(3, round(length / 9))
    step = length / beads
    for i in range(beads):
        pen.oval(x - length / 2 + step * (i + 0.5), y, step * 0.46, 4.6, ink)
    pen.line(((x - length / 2, y), (x + length / 2, y)), 1.4, ink)


def _grid(rank: int) -> list[int]:
    """How many pips stand in each row."""
    return {
        1: [1],
        2: [1, 1],
        3: [1, 1, 1],
        4: [2, 2],
        5: [2, 1, 2],
        6: [2, 2, 2],
        7: [2, 3, 2],
        8: [2, 2, 2, 2],
        9: [3, 3, 3],
    }[rank]


def _coins(pen: Pen, rank: int, top: float, bottom: float) -> None:
    rows = _grid(rank)
    r = min((bottom - top) / len(rows) / 2 * 0.94, 84 / max(rows) / 2 * 0.94, 24)
    for i, n in enumerate(rows):
        y = top + (bottom - top) * (i + 0.5) / len(rows)
        for k in range(n):
            x = 50 + (k - (n - 1) / 2) * (84 / max(max(rows), 2))
            _coin(pen, x, y, r, RED if (n % 2 and k == n // 2 and rank in (5, 7, 9)) or rank == 1 else BLUE)


def _strings(pen: Pen, rank: int, top: float, bottom: float) -> None:
    rows = rank if rank < 6 else -(-rank // 2)
    for i in range(rank):
        row = i if rank < 6 else i // 2
        y = top + (bottom - top) * (row + 0.5) / rows
        if rank < 6:
            _string(pen, 50, y, 72, RED if rank in (1, 5) and row == rank // 2 else GREEN)
        elif rank % 2 and i == rank - 1:
            _string(pen, 50, y, 72, RED)
        else:
            _string(pen, 29 if i % 2 == 0 else 71, y, 36, GREEN)


def _people(pen: Pen, rank: int, top: float, bottom: float) -> None:
    """A person of the marshes: cap, face, robe; the rank shows in the folds of the robe and the cap's beads."""
    h = bottom - top
    head = top + h * 0.33
    r = min(17.0, h * 0.2)
    robe = NAVY if rank % 2 else GREEN
    pen.blob(
        [
            (50, head + r * 0.5),
            (74, bottom - h * 0.3),
            (86, bottom),
            (50, bottom + 2),
            (14, bottom),
            (26, bottom - h * 0.3),
        ],
        robe,
    )
    pen.shape([(50, bottom - h * 0.06), (40, head + r * 0.9), (60, head + r * 0.9)], PAPER)
    pen.disc(50, head, r, INK)
    pen.disc(50, head, r - 2.4, PAPER)
    for side in (-1, 1):
        pen.disc(50 + side * r * 0.4, head - r * 0.02, r * 0.13, INK)
        pen.line(((50 + side * r * 0.62, head - r * 0.3), (50 + side * r * 0.2, head - r * 0.22)), 1.8, INK)
        pen.oval(50 + side * r * 0.55, head + r * 0.32, r * 0.17, r * 0.12, PINK)
    if rank in (3, 4, 7, 8, 9):
        pen.shape([(50 - r * 0.5, head + r * 0.42), (50 + r * 0.5, head + r * 0.42), (50, head + r * 1.7)], INK)
    pen.oval(50, head + r * 0.48, r * 0.2, r * 0.1, RED)
    cap = RED if rank in (1, 2, 5, 6, 9) else NAVY
    pen.blob(
        [
            (50 - r, head - r * 0.55),
            (50 - r * 0.7, head - r * 1.4),
            (50 + r * 0.7, head - r * 1.4),
            (50 + r, head - r * 0.55),
        ],
        cap,
    )
    pen.disc(50, head - r * 1.5, r * 0.22, YELLOW)
    if rank > 4:
        for side in (-1, 1):
            pen.line(((50 + side * r, head - r * 0.75), (50 + side * r * 2.1, head - r * 0.95)), 3, cap)


def _honour(pen: Pen, glyph: str, height: float) -> None:
    bottom = height - 10
    if glyph == "千":
        pen.write("千", 50, 38, 62, INK)
        _people(pen, 5, 66, bottom)
        return
    pen.write({"红": "紅"}.get(glyph, glyph), 50, 38, 60, RED if glyph == "红" else INK)
    y = (70 + bottom) / 2
    _flower(pen, 50, y, min(32.0, (bottom - 66) / 2), RED if glyph == "红" else PAPER)


def _flower(pen: Pen, x: float, y: float, r: float, petals: Colour) -> None:
    for grow, colour in ((2.4, INK), (0.0, petals)):
        for i in range(6):
            a = math.radians(60 * i - 90)
            pen.disc(x + math.cos(a) * r * 0.56, y + math.sin(a) * r * 0.56, r * 0.42 + grow, colour)
    pen.disc(x, y, r * 0.3 + 2, INK)
    pen.disc(x, y, r * 0.3, YELLOW)


def _seal(pen: Pen, x: float, y: float) -> None:
    """The red stamp of a 老将."""
    pen.box(x - 15, y - 15, x + 15, y + 15, RED, 4)
    pen.frame(x - 12, y - 12, x + 12, y + 12, PAPER, 1.6, 2)
    pen.write("将", x, y, 21, PAPER, weight=800)
