"""Scoring of Nantong changpai: against the slow way, and clause by clause where the case files do not
reach."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

import pytest

from engine.games.nantong import TILES
from engine.games.nantong.options import NantongOptions
from engine.games.nantong.readings import complete, split_count
from engine.games.nantong.scoring import Win, loser_hu, seven_sets, tally, waits
from engine.melds import Meld
from engine.tiles import UNIT, pack

from . import nantong_brute as brute

FORMS = {"pong": 3, "kong": 4, "concealed_kong": 4, "opening_quad": 4, "opening_triplet": 3}


def cards(text: str) -> list[int]:
    return list(TILES.read(text.split()))


def random_win(rng: Random, melds: int) -> list[int]:
    """Complete concealed cards beside ``melds`` melds, often full of 123p and triplets."""
    dense = rng.random() < 0.5
    while True:
        counts = [0] * 30
        for _ in range(7 - melds):
            if rng.random() < (0.4 if dense else 0.75):
                suit = 2 if dense and rng.random() < 0.7 else rng.randrange(3)
                first = 9 * suit + (0 if dense and rng.random() < 0.7 else rng.randrange(7))
                for i in range(3):
                    counts[first + i] += 1
            else:
                counts[rng.randrange(18, 30) if dense else rng.randrange(30)] += 3
        counts[rng.randrange(30)] += 2
        if max(counts) <= 4:
            return [k for k in range(30) for _ in range(counts[k])]


def random_melds(rng: Random, n: int) -> list[tuple[str, int]]:
    found = [(rng.choice(list(FORMS)), rng.choice([27, 28, 29, rng.randrange(30)])) for _ in range(n)]
    return found + ([("tiandi", rng.randrange(30))] if rng.random() < 0.1 else [])


def test_best_total_is_what_the_slow_way_finds() -> None:
    """NT-30 to NT-44."""
    rng = Random(3)
    for _ in range(500):
        n = rng.choice([0, 0, 1, 2, 3])
        melds = random_melds(rng, n)
        tiles = random_win(rng, n)
        if rng.random() < 0.1:
            tiles[-1] = rng.randrange(30)
        source = rng.choice(["self", "discard", "rob_kong", "initial"])
        win = -1 if source == "initial" else rng.choice(tiles)
        flips = (rng.randrange(30), rng.choice([17, 27, rng.randrange(30)]))
        names = ("after_kong", "last_tile", "baoting", "dihu", "tianhu")
        flags = {name: rng.random() < 0.2 for name in names}
        opts = {
            name: rng.random() < 0.5
            for name in ("tianhu_is_zimo", "menpiao_minggang_breaks", "menpiao_won_triplet_breaks")
        }
        expected = brute.raw(tiles, win, source, melds, flips, flags, opts)
        laid = [Meld(form, (kind,) * (2 if form == "tiandi" else FORMS[form])) for form, kind in melds]
        made = tally(pack(tiles), laid, flips, Win(source, win, **flags), NantongOptions.of(opts))
        if expected is None:
            assert made is None
            continue
        assert made is not None
        assert (made.raw, split_count(pack(tiles))) == expected, (tiles, win, source, melds, flips, flags, opts)
        assert made.raw == (made.base + made.bonus) << len(made.doubles)


def test_waits_are_the_kinds_that_complete() -> None:
    """NT-14, against trying every kind; no fifth copy."""
    rng = Random(4)
    for _ in range(400):
        n = rng.choice([0, 1, 2])
        tiles = random_win(rng, n)
        tiles.pop(rng.randrange(len(tiles)))
        kinds = [k for k in range(30) if k not in tiles]
        melds = [Meld("pong", (k,) * 3) for k in rng.sample(kinds, n)]
        hand = pack(tiles)
        held = [tiles.count(k) + 3 * sum(m.tiles[0] == k for m in melds) for k in range(30)]
        expected = [k for k in range(30) if held[k] < 4 and brute.splits(tuple(sorted([*tiles, k])))]
        assert [k for k in range(30) if waits(hand, melds) >> k & 1] == expected


def test_wrong_number_of_cards_is_no_win() -> None:
    """NT-7: six sets and a pair are not enough, and 天地和子 fills no set."""
    hand = pack(cards("1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s H H"))
    assert complete(hand)
    assert not seven_sets(hand, ())
    assert seven_sets(hand, [Meld("pong", (28,) * 3)])
    assert not seven_sets(hand, [Meld("tiandi", (28,) * 2)])


@pytest.mark.parametrize(("option", "factor"), [(False, 1), (True, 2)])
def test_three_lao_of_a_loser(option: bool, factor: int) -> None:
    """NT-43, NT-O4: three in hand count, 天地和子 does not."""
    melds = [Meld("pong", (27,) * 3), Meld("pong", (28,) * 3)]
    hand = pack(cards("H H H 1m 2m"))
    options = NantongOptions(sanlao_for_losers=option)
    assert loser_hu(hand, melds, (0, 1), options) == 16 * factor
    two = hand - UNIT[29]
    assert loser_hu(two, [*melds, Meld("tiandi", (29,) * 2)], (0, 1), options) == 40


def test_a_23_card_hand_is_scored_fast() -> None:
    """At most 30 µs in the median. Allows for a slow machine."""
    rng = Random(6)
    hands = [random_win(rng, 0) for _ in range(500)]
    times = []
    for tiles in hands:
        hand, win = pack(tiles), Win("discard", tiles[0])
        started = perf_counter()
        tally(hand, (), (3, 12), win, NantongOptions())
        times.append(perf_counter() - started)
    assert median(times) < 120e-6


def test_a_meld_adds_no_wait() -> None:
    """NT-14: four of a kind on the table take that kind off the waits and put none there."""
    hand = pack([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])  # waits for the pair of each run's end
    for form, kind in (("kong", 20), ("pong", 20)):
        melds = [Meld(form, (kind,) * FORMS[form]), Meld("pong", (22,) * 3)]
        assert waits(hand, melds) == 1 << 9 | 1 << 12 | 1 << 15
    assert waits(hand, [Meld("pong", (9,) * 3), Meld("pong", (22,) * 3)]) == 1 << 12 | 1 << 15
