"""Faces of bonus tiles: seasons, flowers, animals, the clown, and the fly. Drawn in a box of 100 × 136 units."""

from __future__ import annotations

import math
from collections.abc import Callable

from .palette import BLUE, BROWN, GREEN, GREY, INK, NAVY, PINK, RED, YELLOW, Colour
from .pen import Pen, Point

SEASONS = "春夏秋冬"
FLOWERS = "梅兰菊竹"
OLD = {"兰": "蘭", "鸡": "雞", "猫": "貓", "虫": "蟲"}


def bonus(pen: Pen, glyph: str) -> None:
    """A season (red number) or flower (blue number): number, character, plant."""
    row, colour = (SEASONS, RED) if glyph in SEASONS else (FLOWERS, BLUE)
    pen.write(str(row.index(glyph) + 1), 80, 23, 42, colour, weight=800)
    pen.write(OLD.get(glyph, glyph), 32, 30, 46, NAVY if row is FLOWERS else GREEN)
    _PLANTS[glyph](pen)


def _blossom(pen: Pen, x: float, y: float, r: float, petals: int, colour: Colour, heart: Colour) -> None:
    for i in range(petals):
        a = math.radians(360 / petals * i - 90)
        pen.disc(x + math.cos(a) * r * 0.6, y + math.sin(a) * r * 0.6, r * (0.52 if petals < 7 else 0.36), colour)
    pen.disc(x, y, r * 0.36, heart)


def _spring(pen: Pen) -> None:
    pen.line(((12, 126), (38, 104), (88, 84)), 4.5, BROWN)
    pen.line(((38, 104), (46, 72)), 3.5, BROWN)
    for angle in (20, 70):
        pen.petal(60, 95, angle, 2, 24, 10, GREEN)
    _blossom(pen, 44, 76, 17, 5, PINK, RED)
    _blossom(pen, 78, 86, 19, 5, PINK, RED)
    _blossom(pen, 28, 110, 15, 5, PINK, RED)


def _summer(pen: Pen) -> None:
    pen.line(((50, 96), (50, 126)), 4, GREEN)
    pen.oval(26, 122, 22, 8, GREEN)
    pen.oval(76, 122, 20, 8, GREEN)
    for angle, colour in ((-160, PINK), (-20, PINK), (-135, RED), (-45, RED), (-112, PINK), (-68, PINK), (-90, RED)):
        pen.petal(50, 104, angle, 0, 44, 20, colour)
    pen.oval(50, 101, 9, 5, YELLOW)


def _autumn(pen: Pen) -> None:
    pen.line(((50, 98), (56, 130)), 4, BROWN)
    for angle, far in ((-90, 46), (-145, 42), (-35, 42), (165, 34), (15, 34)):
        pen.petal(50, 102, angle, -8, far, 22, RED)
    for angle, far in ((-90, 34), (-145, 30), (-35, 30), (165, 24), (15, 24)):
        a = math.radians(angle)
        pen.line(((50, 102), (50 + math.cos(a) * far, 102 + math.sin(a) * far)), 2.2, YELLOW)


def _winter(pen: Pen) -> None:
    x, y = 50, 94
    for i in range(6):
        a = math.radians(60 * i - 90)
        c, s = math.cos(a), math.sin(a)
        pen.line(((x, y), (x + c * 36, y + s * 36)), 5, BLUE)
        for side in (-1, 1):
            b = a + side * 0.75
            root = (x + c * 20, y + s * 20)
            pen.line((root, (root[0] + math.cos(b) * 14, root[1] + math.sin(b) * 14)), 4, BLUE)
    pen.disc(x, y, 7, pen.paper)
    pen.disc(x, y, 4, BLUE)


def _plum(pen: Pen) -> None:
    pen.line(((14, 130), (36, 112), (52, 92), (88, 66)), 5, INK)
    pen.line(((36, 112), (74, 122)), 4, INK)
    _blossom(pen, 52, 84, 20, 5, RED, YELLOW)
    _blossom(pen, 82, 72, 14, 5, RED, YELLOW)
    _blossom(pen, 72, 118, 16, 5, RED, YELLOW)


def _orchid(pen: Pen) -> None:
    for points in (
        ((48, 130), (34, 104), (10, 84)),
        ((50, 130), (44, 96), (26, 66)),
        ((52, 130), (60, 104), (88, 92)),
        ((50, 130), (56, 112), (74, 112)),
    ):
        pen.line(points, 5, GREEN)
    pen.line(((50, 130), (58, 92), (66, 74)), 3, GREEN)
    for angle in (-150, -100, -50, 20, 110):
        pen.petal(68, 74, angle, 0, 20, 9, BLUE)
    pen.disc(68, 74, 5, YELLOW)


def _chrysanthemum(pen: Pen) -> None:
    pen.line(((50, 96), (48, 132)), 4, GREEN)
    pen.petal(49, 126, -30, 2, 28, 11, GREEN)
    pen.petal(49, 126, -150, 2, 28, 11, GREEN)
    for ring, far, w in ((0, 38, 12), (11.25, 28, 10)):
        for i in range(16):
            pen.petal(50, 88, 22.5 * i + ring, 2, far, w, YELLOW if ring == 0 else RED)
    pen.disc(50, 88, 10, YELLOW)


def _bamboo(pen: Pen) -> None:
    for x, top in ((34, 64), (58, 72)):
        for y in range(int(top), 128, 22):
            pen.box(x - 5, y, x + 5, min(131, y + 20), GREEN, 2)
    for x, y, angle in ((62, 76, -40), (62, 78, 10), (38, 68, -20), (30, 92, 160), (62, 100, 30), (30, 70, -150)):
        pen.petal(x, y, angle, 0, 30, 9, GREEN)


def _cat(pen: Pen) -> None:
    for side in (-1, 1):
        pen.shape([(50 + side * 12, 62), (50 + side * 36, 42), (50 + side * 38, 80)], INK)
        pen.shape([(50 + side * 20, 62), (50 + side * 32, 52), (50 + side * 33, 70)], PINK)
    pen.oval(50, 84, 38, 33, INK)
    for side in (-1, 1):
        pen.oval(50 + side * 16, 78, 9, 10, YELLOW)
        pen.oval(50 + side * 16, 78, 3.2, 8, INK)
        for dy in (-5, 1, 7):
            pen.line(((50 + side * 16, 96 + dy * 0.5), (50 + side * 44, 94 + dy * 1.6)), 1.8, GREY)
    pen.shape([(45, 92), (55, 92), (50, 98)], PINK)
    pen.line(((42, 103), (50, 99), (58, 103)), 2.4, pen.paper)


def _rat(pen: Pen) -> None:
    pen.line(((80, 104), (94, 96), (92, 78), (98, 66)), 4.5, PINK)
    pen.blob([(10, 98), (30, 76), (56, 66), (80, 78), (88, 104), (70, 116), (34, 114)], GREY)
    pen.disc(40, 70, 13, GREY)
    pen.disc(40, 70, 7.5, PINK)
    pen.disc(27, 90, 4.2, INK)
    pen.disc(10, 98, 4.4, INK)
    for x in (36, 66):
        pen.oval(x, 117, 9, 4.5, PINK)
    for dy in (-8, 2):
        pen.line(((16, 100), (2, 104 + dy)), 1.6, INK)


def _rooster(pen: Pen) -> None:
    for angle, colour in ((-75, GREEN), (-55, BLUE), (-35, GREEN)):
        pen.petal(66, 98, angle, 0, 48, 16, colour)
    pen.blob([(22, 60), (38, 56), (48, 82), (76, 84), (82, 104), (60, 122), (34, 114), (26, 90)], BROWN)
    for x, y in ((24, 45), (33, 41), (42, 46)):
        pen.disc(x, y, 7.5, RED)
    pen.disc(32, 60, 14, BROWN)
    pen.shape([(20, 56), (5, 63), (20, 68)], YELLOW)
    pen.oval(22, 76, 5, 9, RED)
    pen.disc(29, 57, 4.6, pen.paper)
    pen.disc(28, 57, 2.4, INK)
    pen.blob([(46, 88), (66, 90), (74, 100), (58, 108), (46, 102)], RED)
    for x in (48, 60):
        pen.line(((x, 116), (x, 130)), 3.2, YELLOW)
        pen.line(((x - 7, 131), (x + 5, 131)), 3.2, YELLOW)


def _centipede(pen: Pen) -> None:
    body: list[Point] = []
    for i in range(11):
        t = i / 10
        body.append((18 + 64 * t, 88 + 26 * math.sin(t * 2 * math.pi)))
    for i, (x, y) in enumerate(body):
        for side in (-1, 1):
            pen.line(((x, y), (x + 3, y + side * 17)), 2.6, BROWN)
        pen.disc(x, y, 9.5 if i else 12, RED if i % 2 else BROWN)
    for dx in (-12, -3):
        pen.line(((18, 82), (14 + dx, 64)), 2.4, BROWN)
    pen.disc(14, 86, 3, pen.paper)


def clown(pen: Pen) -> None:
    """丑: a face with a jester's cap."""
    for points, colour in (
        ([(50, 56), (26, 60), (6, 24), (30, 26)], RED),
        ([(50, 56), (74, 60), (94, 24), (70, 26)], BLUE),
        ([(28, 60), (40, 14), (60, 14), (72, 60)], YELLOW),
    ):
        pen.blob(points, colour)
    for x, y in ((8, 26), (92, 26), (50, 12)):
        pen.disc(x, y, 7, GREEN)
    pen.disc(50, 88, 33, INK)
    pen.disc(50, 88, 30, pen.paper)
    pen.box(17, 54, 83, 66, GREEN, 5)
    for side in (-1, 1):
        pen.disc(50 + side * 14, 82, 5.5, INK)
        pen.disc(50 + side * 20, 97, 6, PINK)
    pen.disc(50, 91, 7, RED)
    pen.line(
        [(50 + 20 * math.cos(math.radians(a)), 92 + 18 * math.sin(math.radians(a))) for a in range(30, 151, 15)], 4, RED
    )


def fly(pen: Pen) -> None:
    """飞: the flying joker, its character under two wings."""
    for side in (-1, 1):
        for angle, far, w, colour in ((-50, 56, 17, BLUE), (-27, 60, 18, GREEN), (-4, 50, 17, BLUE)):
            turned = angle if side > 0 else 180 - angle
            pen.petal(50 - side * 4, 48, turned, 4, far, w, colour)
            pen.petal(50 - side * 4, 48, turned, 14, far - 10, 5, pen.paper)
    pen.disc(50, 42, 10, YELLOW)
    pen.disc(50, 42, 4.5, RED)
    pen.write("飛", 50, 92, 78, RED)


_PLANTS: dict[str, Callable[[Pen], None]] = {
    "春": _spring, "夏": _summer, "秋": _autumn, "冬": _winter,
    "梅": _plum, "兰": _orchid, "菊": _chrysanthemum, "竹": _bamboo,
}  # fmt: skip
_BEASTS: dict[str, Callable[[Pen], None]] = {"猫": _cat, "鼠": _rat, "鸡": _rooster, "虫": _centipede}
ANIMALS = "".join(_BEASTS)


def animal(pen: Pen, glyph: str) -> None:
    """猫鼠鸡虫."""
    _BEASTS[glyph](pen)
    pen.write(OLD.get(glyph, glyph), 78 if glyph == "鸡" else 22, 22, 36, RED)
