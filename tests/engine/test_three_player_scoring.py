"""Scoring of three-player mahjong: against the slow way, and clause by clause where the case files do not
reach."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

import pytest

from engine.games.three_player.kinds import BONUS_SHIFT, FLY
from engine.games.three_player.options import ThreePlayerOptions
from engine.games.three_player.scoring import Win, best_score
from engine.melds import Meld
from engine.tiles import UNIT, pack

from . import three_player_brute as brute


def random_hand(rng: Random, flies: int, melds: int) -> list[int]:
    """Concealed tiles with the winning tile: near a win, then ``flies`` of them replaced."""
    while True:
        counts = [0] * 16
        narrow = rng.random() < 0.5
        for _ in range(4 - melds):
            if rng.random() < 0.45:
                first = rng.randrange(7)
                for i in range(3):
                    counts[first + i] += 1
            else:
                counts[rng.randrange(9, 16) if rng.random() < (0.2 if narrow else 0.6) else rng.randrange(9)] += 3
        counts[rng.randrange(16)] += 2
        if max(counts) <= 4:
            tiles = [k for k in range(16) for _ in range(counts[k])]
            rng.shuffle(tiles)
            if rng.random() < 0.2:
                tiles[-1] = rng.randrange(16)
            return [*tiles[: len(tiles) - flies], *[FLY] * flies]


def random_melds(rng: Random, n: int) -> list[tuple[str, tuple[int, ...]]]:
    found: list[tuple[str, tuple[int, ...]]] = []
    for _ in range(n):
        name = rng.choice(["chow", "pong", "kong", "concealed_kong"])
        kind = rng.randrange(7) if name == "chow" else rng.randrange(16)
        kinds = (kind, kind + 1, kind + 2) if name == "chow" else (kind,) * (3 if name == "pong" else 4)
        found.append((name, kinds))
    return found


@pytest.mark.parametrize(("flies", "hands"), [(0, 800), (1, 800), (2, 300), (3, 30), (4, 6)])
def test_best_reading_is_what_the_slow_way_finds(flies: int, hands: int) -> None:
    """TP-26, TP-27, TP-34, TP-39 to TP-50, TP-53 to TP-58, TP-62, TP-64 to TP-66."""
    rng = Random(flies)
    wins = 0
    for _ in range(hands):
        n = rng.choice([0, 0, 0, 1, 2]) if flies < 3 else rng.choice([1, 2])
        melds = random_melds(rng, n)
        tiles = random_hand(rng, flies, n)
        by = rng.choice(["self", "discard", "rob_kong"])
        win = rng.choice([t for t in tiles if t != FLY or by == "self"])
        opts = {
            "lone_fly_discard_win": rng.random() < 0.2,
            "small_dragons_absorbs": rng.random() < 0.7,
            "value_style": rng.choice(["additive", "inclusive"]),
            "all_dots_pungs": rng.choice([5, 6]),
            "yaojiu_honours": rng.choice(["all", "winds"]),
        }
        wind = rng.randrange(3)
        bonus = rng.choice([[], [28], [27, 28]])
        concealed = list(tiles)
        concealed.remove(win)
        expected = brute.score(concealed, win, melds, by, wind, len(bonus), bool(bonus), opts)
        made = best_score(
            pack(tiles),
            [Meld(name, kinds) for name, kinds in melds],
            Win(wind, by, win, pack(bonus)),
            ThreePlayerOptions.of(opts),
        )
        if expected is None:
            assert made is None, (tiles, win, by)
            continue
        assert made is not None, (tiles, win, by)
        extra = 2 - (opts["value_style"] == "inclusive") if by == "rob_kong" else 0
        fan, limits, raw, entries = expected
        raw += extra
        fan = 10 if limits else min(10, raw)
        entries -= by == "rob_kong"
        assert (made.fan, len(made.limits), made.raw, -len(made.fans)) == (fan, limits, raw, entries), (
            tiles, melds, win, by, wind, opts, made,
        )  # fmt: skip
        assert len(made.flies) == flies
        wins += 1
    assert wins > hands // 2


def test_four_flies_are_scored_fast() -> None:
    """Fourteen tiles with four flies: at most 200 µs in the median, caches cold. Allows for a slow
    machine."""
    rng = Random(5)
    hands = [random_hand(rng, 4, 0) for _ in range(300)]
    times = []
    for tiles in hands:
        started = perf_counter()
        best_score(pack(tiles), (), Win(1, "self", tiles[0], 1 << BONUS_SHIFT), ThreePlayerOptions())
        times.append(perf_counter() - started)
    assert median(times) < 600e-6


def test_flies_stand_for_what_the_sheet_says() -> None:
    """TP-26: the sets of the reading are the real tiles and what the flies stand for."""
    tiles = [9, 9, FLY, 0, 1, 2, 3, 4, 5, 6, 7, 13, 13, 8]
    made = best_score(pack(tiles), (), Win(0, "discard", 8, UNIT[25]), ThreePlayerOptions())
    assert made is not None
    assert made.flies == (9,)
    assert ("triplet", 9) in made.sets
