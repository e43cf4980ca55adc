"""Pictures: time to draw and encode a table and a hand once sprites are made, their size, and the very first one."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.lines import ROOT, Line, at_most
from bot import pictures
from bot.pictures import HandScene, TableScene
from bot.views.scene import hand_scene, table_scene
from bot.words import words
from engine import games
from tests.pictures.scenes import played

MOVES = (5, 30, 60, 400)
"""Depths of the rounds that are drawn, from the deal to the last draw."""
ROUNDS = 9
FIRST = """
import time
from tests.pictures import scenes
from bot import pictures
scene = scenes.mahjong()
began = time.perf_counter()
pictures.table(scene)
print(time.perf_counter() - began)
"""


def _timed(draw: Callable[[], bytes]) -> tuple[float, int]:
    """(median milliseconds, bytes) of a picture whose sprites are made."""
    size = len(draw())
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        draw()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken), size


def _scenes() -> Iterator[tuple[TableScene, HandScene]]:
    for game in games.ids():
        for moves in MOVES:
            table = played(game, moves)
            assert table.round is not None
            waits = table.spec.model.waits(table.round.view(0))
            yield table_scene(table, words("zh_Hans")), hand_scene(table, 0, words("zh_Hans"), waits)


def lines() -> Iterator[Line]:
    tables, hands = [], []
    for table, hand in _scenes():
        tables.append(_timed(lambda table=table: pictures.table(table)))  # type: ignore[misc]
        hands.append(_timed(lambda hand=hand: pictures.hand(hand)))  # type: ignore[misc]
    for name, found, bound in (("table", tables, 15.0), ("hand", hands, 6.0)):
        middle = statistics.median(ms for ms, _ in found)
        sizes = sorted(size / 1024 for _, size in found)
        told = f"slowest of five games {max(ms for ms, _ in found):.1f} ms"
        yield Line(f"{name} picture", "drawn and encoded, warm, median", "ms", middle, at_most(bound), note=told)
        told = f"{sizes[0]:.0f}–{sizes[-1]:.0f} KB"
        yield Line(f"{name} picture size", "PNG, median", "KB", statistics.median(sizes), at_most(60.0), note=told)
    made = subprocess.run([sys.executable, "-c", FIRST], cwd=ROOT, capture_output=True, text=True, check=True)
    yield Line("first picture", "a fresh process, all sprites made", "ms", float(made.stdout) * 1000)


GROUPS = {"pictures": lines}
