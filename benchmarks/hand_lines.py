"""The best-scoring decomposition of winning hands: cold (a fresh process, every hand for the first time) and warm."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.lines import Line, apart, at_most
from benchmarks.positions import complete_tiles
from engine import games
from engine.games.nantong import scoring as nantong
from engine.games.paohuzi import scoring as paohuzi
from engine.games.three_player import scoring as three_player
from engine.games.three_player.kinds import FLY
from engine.tiles import UNIT, pack
from engine.zipai import EATS
from engine.zipai_hands import DRAW

HANDS = 600
Case = tuple[Any, ...]
"""What differs from hand to hand, as plain values."""


def nantong_cases(rng: Random) -> Case:
    """23 cards, seven sets and a pair; flowers (kinds 27–29) form no runs."""
    tiles = complete_tiles(rng, 30, 7)
    return pack(tiles), rng.choice(tiles), (rng.randrange(30), rng.randrange(30))


def nantong_best(hand: int, won: int, flips: tuple[int, int]) -> object:
    return nantong.tally(hand, (), flips, nantong.Win("self", won), games.get("nantong").options())


def zipai_cases(rng: Random) -> Case:
    """21 cards, seven sets: runs, mixed triples, three alike; the last card is another seat's draw."""
    while True:
        tiles: list[int] = []
        for _ in range(7):
            if rng.random() < 0.35:
                tiles += [rng.randrange(20)] * 3
            else:
                tiles += rng.choice(EATS).tiles
        card = rng.choice(tiles)
        hand = pack(tiles) - UNIT[card]
        if max(map(tiles.count, tiles)) <= 4 and zipai_best(hand, card) is not None:
            return hand, card


def zipai_best(hand: int, card: int) -> object:
    return paohuzi.win_of(hand, (), card, DRAW, games.get("paohuzi").options())


def flies_cases(rng: Random) -> Case:
    """14 tiles, four sets and a pair, with four flies in the place of four of them."""
    tiles = [t for t in complete_tiles(rng, 16, 4) if t != FLY]
    rng.shuffle(tiles)
    real = tiles[:10]
    return pack([*real, *[FLY] * 4]), rng.choice(real)


def flies_best(hand: int, won: int) -> object:
    return three_player.best_score(hand, (), three_player.Win(1, "self", won), games.get("three_player").options())


SUBJECTS: dict[str, tuple[str, float, Callable[[Random], Case], Callable[..., object]]] = {
    "best nantong": ("23 cards of Nantong changpai", 30, nantong_cases, nantong_best),
    "best zipai": ("21 character cards", 40, zipai_cases, zipai_best),
    "best four flies": ("14 tiles with four flies", 200, flies_cases, flies_best),
}


def measure(name: str, cases: list[Case]) -> list[tuple[float, float]]:
    """(median, p95) of the seconds a hand takes, on each of three passes over the same hands: the first is cold."""
    best = SUBJECTS[name][3]
    passes = []
    for _ in range(3):
        times = []
        for case in cases:
            began = perf_counter()
            found = best(*case)
            times.append(perf_counter() - began)
            assert found is not None
        times.sort()
        passes.append((times[len(times) // 2], times[len(times) * 95 // 100]))
    return passes


def lines() -> Iterator[Line]:
    for name, (what, bound, make, _) in SUBJECTS.items():
        rng = Random(11)
        cases = list({make(rng): None for _ in range(HANDS)})
        runs = [apart(measure, name, cases) for _ in range(3)]
        for kind, at in (("cold", 0), ("warm", -1)):
            middle = statistics.median(r[at][0] for r in runs) * 1e6
            slow = statistics.median(r[at][1] for r in runs) * 1e6
            told = f"p95 {slow:.0f} µs over {len(cases)} distinct hands"
            yield Line(f"{name}, {kind}", f"{what}, median", "µs", middle, at_most(bound), note=told)


GROUPS = {"best": lines}
