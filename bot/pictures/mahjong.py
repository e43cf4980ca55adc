"""Faces of mahjong tiles: dots, bamboo, characters, winds and dragons. Drawn in a box of 100 × 136 units."""

from __future__ import annotations

import math

from .palette import BLUE, GREEN, INK, NAVY, RED, Colour
from .pen import Pen, Point

RANKS = "一二三四五六七八九"
OLD = {"东": "東", "发": "發"}
"""Tiles show the characters as they have always been carved, whatever the reader's script."""

_DOTS: dict[int, tuple[tuple[float, float, Colour], ...]] = {
    2: ((50, 36, GREEN), (50, 100, BLUE)),
    3: ((25, 28, BLUE), (50, 68, RED), (75, 108, GREEN)),
    4: ((28, 34, BLUE), (72, 34, GREEN), (28, 102, GREEN), (72, 102, BLUE)),
    5: ((26, 30, BLUE), (74, 30, GREEN), (50, 68, RED), (26, 106, GREEN), (74, 106, BLUE)),
    6: ((29, 26, GREEN), (71, 26, GREEN), (29, 71, RED), (71, 71, RED), (29, 110, RED), (71, 110, RED)),
    7: (
        (22, 20, GREEN), (50, 33, GREEN), (78, 46, GREEN),
        (30, 78, RED), (70, 78, RED), (30, 113, RED), (70, 113, RED),
    ),
    8: tuple((x, y, BLUE) for y in (20, 52, 84, 116) for x in (30, 70)),
    9: tuple((x, y, c) for y, c in ((25, GREEN), (68, RED), (111, BLUE)) for x in (20, 50, 80)),
}  # fmt: skip
_RADIUS = {2: 25, 3: 19, 4: 20, 5: 18, 6: 17.5, 7: 14.5, 8: 15, 9: 14}


def dots(pen: Pen, rank: int) -> None:
    """1–9 筒."""
    if rank == 1:
        _great_dot(pen)
        return
    for x, y, colour in _DOTS[rank]:
        _dot(pen, x, y, _RADIUS[rank], colour)


def _dot(pen: Pen, x: float, y: float, r: float, colour: Colour) -> None:
    pen.disc(x, y, r, colour)
    pen.disc(x, y, r * 0.74, pen.paper)
    for i in range(8):
        a = math.radians(45 * i)
        pen.disc(x + math.cos(a) * r * 0.4, y + math.sin(a) * r * 0.4, r * 0.2, colour)
    pen.disc(x, y, r * 0.34, colour)
    pen.disc(x, y, r * 0.13, pen.paper)


def _great_dot(pen: Pen) -> None:
    x, y = 50.0, 68.0
    pen.disc(x, y, 42, GREEN)
    pen.disc(x, y, 37.5, pen.paper)
    for i in range(16):
        a = math.radians(22.5 * i)
        pen.disc(x + math.cos(a) * 31, y + math.sin(a) * 31, 4.6, BLUE if i % 2 else GREEN)
    pen.disc(x, y, 24.5, RED)
    pen.disc(x, y, 21, pen.paper)
    for i in range(8):
        pen.petal(x, y, 45 * i, 3, 19.5, 10, RED)
    pen.disc(x, y, 7, pen.paper)
    pen.disc(x, y, 4.6, GREEN)


def stick(pen: Pen, a: Point, b: Point, w: float, colour: Colour) -> None:
    """A bamboo stick from ``a`` to ``b``: two joints, each with thick ends and a light line along it."""
    dx, dy = b[0] - a[0], b[1] - a[1]

    def on(t: float) -> Point:
        return a[0] + dx * t, a[1] + dy * t

    for start, stop in ((0.07, 0.45), (0.55, 0.93)):
        pen.line((on(start), on(stop)), w * 0.82, colour)
    for t in (0.06, 0.46, 0.54, 0.94):
        pen.disc(*on(t), w * 0.52, colour)
    for start, stop in ((0.14, 0.38), (0.62, 0.86)):
        pen.line((on(start), on(stop)), w * 0.2, pen.paper)


def bamboo(pen: Pen, rank: int) -> None:
    """1–9 条."""
    if rank == 1:
        _bird(pen)
    elif rank == 8:
        for y0, y1 in ((12.0, 62.0), (124.0, 74.0)):
            stick(pen, (16, y0), (16, y1), 15, GREEN)
            stick(pen, (84, y0), (84, y1), 15, GREEN)
            stick(pen, (30, y0 + (y1 - y0) * 0.06), (50, y1 - (y1 - y0) * 0.1), 13, GREEN)
            stick(pen, (70, y0 + (y1 - y0) * 0.06), (50, y1 - (y1 - y0) * 0.1), 13, GREEN)
    else:
        for x, y0, y1, colour in _sticks(rank):
            stick(pen, (x, y0), (x, y1), 18 if rank < 7 else 16, colour)


def _sticks(rank: int) -> list[tuple[float, float, float, Colour]]:
    """(x, top, bottom, colour) of upright sticks."""
    halves = ((10.0, 64.0), (72.0, 126.0))
    thirds = ((6.0, 46.0), (48.0, 88.0), (90.0, 130.0))
    columns = (22.0, 50.0, 78.0)
    if rank == 2:
        return [(50, *halves[0], GREEN), (50, *halves[1], BLUE)]
    if rank == 3:
        return [(50, *halves[0], GREEN), (28, *halves[1], GREEN), (72, *halves[1], BLUE)]
    if rank == 4:
        return [(28, *halves[0], GREEN), (72, *halves[0], BLUE), (28, *halves[1], BLUE), (72, *halves[1], GREEN)]
    if rank == 5:
        corners = [(22, *halves[0], GREEN), (78, *halves[0], BLUE), (22, *halves[1], BLUE), (78, *halves[1], GREEN)]
        return [*[(float(x), a, b, c) for x, a, b, c in corners], (50, 39, 97, RED)]
    if rank == 6:
        return [(x, *halves[0], GREEN) for x in columns] + [(x, *halves[1], BLUE) for x in columns]
    if rank == 7:
        top = [(50.0, *thirds[0], RED)]
        return top + [(x, *rows, c) for rows in thirds[1:] for x, c in zip(columns, (GREEN, BLUE, GREEN), strict=True)]
    return [(x, *rows, c) for rows in thirds for x, c in zip(columns, (GREEN, RED, BLUE), strict=True)]


def _bird(pen: Pen) -> None:
    """The sparrow of the first bamboo."""
    tail = ((46, 60, GREEN), (62, 64, BLUE), (79, 62, RED), (95, 56, GREEN))
    for angle, far, colour in tail:
        pen.petal(54, 74, angle, 6, far, 17, colour)
    for angle, far, _ in tail:
        a = math.radians(angle)
        pen.disc(54 + math.cos(a) * (far - 13), 74 + math.sin(a) * (far - 13), 3.6, pen.paper)
    pen.line(((40, 92), (34, 116)), 3.4, RED)
    pen.line(((24, 118), (46, 118)), 3.6, RED)
    pen.blob([(30, 48), (42, 34), (56, 40), (68, 58), (76, 82), (62, 98), (40, 94), (28, 74)], GREEN)
    pen.disc(37, 38, 18, GREEN)
    pen.blob([(44, 64), (58, 54), (76, 60), (92, 80), (80, 90), (60, 92), (46, 82)], BLUE)
    for i in range(3):
        pen.line(((55 + i * 10, 66 + i * 3), (61 + i * 10, 82 + i * 1.5)), 3, pen.paper)
    pen.blob([(30, 58), (39, 62), (42, 80), (36, 88), (29, 76)], pen.paper)
    for i in range(3):
        pen.line(((31, 65 + 7 * i), (37, 67 + 7 * i)), 2.4, RED)
    for angle, far in ((-122, 27), (-92, 29), (-62, 27)):
        a = math.radians(angle)
        tip = (38 + math.cos(a) * far, 36 + math.sin(a) * far)
        pen.line(((38, 28), tip), 3, RED)
        pen.disc(*tip, 4.6, RED)
    pen.shape([(22, 32), (4, 41), (23, 47)], RED)
    pen.disc(32, 36, 6.4, pen.paper)
    pen.disc(31, 36, 3.5, INK)


def characters(pen: Pen, rank: int) -> None:
    """1–9 万."""
    numeral = RANKS[rank - 1]
    pen.write(numeral, 50, 34, 62, NAVY)
    pen.write("萬", 50, 98, 66, RED)


def honour(pen: Pen, glyph: str) -> None:
    """东南西北 and 中发白."""
    if glyph == "白":
        pen.frame(15, 14, 85, 122, BLUE, 7, 6)
        pen.frame(26, 26, 74, 110, BLUE, 3, 3)
        for x, y, dx, dy in ((15, 14, 1, 1), (85, 14, -1, 1), (15, 122, 1, -1), (85, 122, -1, -1)):
            pen.line(((x + dx * 3, y + dy * 3), (x + dx * 13, y + dy * 14)), 3.5, BLUE)
        return
    colour = {"中": RED, "发": GREEN}.get(glyph, NAVY)
    pen.write(OLD.get(glyph, glyph), 50, 68, 98, colour)
