"""Distance to ready: the numpy tables against the cached search, and against drawing tiles one after another."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.deficiency import deficiencies, suit_index, suit_table, ukeire
from engine.hands import SHAPE, SUIT_MASK, forms_sets_and_pair, join, needs, readings
from engine.tiles import UNIT, counts, pack, pack_counts, unpack

RNG = Random(4)
DECK = [k for k in range(27) for _ in range(4)]


def deficiency(hand: int, melds: int = 0) -> int:
    """By the cached search of ``engine.hands``."""
    a, b, c = (needs(hand >> s & SUIT_MASK, 4) for s in (0, 27, 54))
    return join(join(a, b), c)[5 + 4 - melds] - 1


def far(hand: int, depth: int) -> bool:
    """Whether ``depth`` more tiles can complete the hand, by trying all of them (surplus tiles are ignored)."""
    tiles = unpack(hand)
    if depth == 0:
        from itertools import combinations

        return any(forms_sets_and_pair(pack(some)) for some in set(combinations(tiles, 14)))
    return any(far(hand + UNIT[k], depth - 1) for k in range(27) if counts(hand, 27)[k] < 4)


def test_the_table_is_the_cached_search() -> None:
    for _ in range(400):
        suit = [0] * 9
        for t in RNG.sample(DECK[:36], RNG.randrange(15)):
            suit[t] += 1
        row = suit_table()[:, int(suit_index(np.array(suit)))]
        expected = [min(x, 60) for x in needs(pack_counts(suit), 4)]
        assert row.tolist() == expected, suit


def test_many_hands_at_once() -> None:
    hands = [pack(RNG.sample(DECK, n)) for n in (13, 14) for _ in range(200)]
    got = deficiencies(np.array([counts(h, 27) for h in hands]))
    assert got.tolist() == [deficiency(h) for h in hands]
    melded = [pack(RNG.sample(DECK, 10)) for _ in range(50)]
    assert deficiencies(np.array([counts(h, 27) for h in melded]), melds=1).tolist() == [
        deficiency(h, 1) for h in melded
    ]
    with pytest.raises(ValueError, match="shape"):
        deficiencies(np.zeros((2, 34), int))


def test_complete_and_ready_hands_by_trying() -> None:
    seen = set()
    for _ in range(300):
        sets = RNG.choices(range(16), k=4)
        tiles: list[int] = []
        for s in sets:
            suit = 9 * RNG.randrange(3)
            tiles += [suit + s] * 3 if s < 9 else [suit + s - 9 + i for i in range(3)]
        pair = RNG.randrange(27)
        tiles += [pair, pair]
        if max(map(tiles.count, tiles)) > 4:
            continue
        whole = pack(tiles)
        assert forms_sets_and_pair(whole)
        assert deficiency(whole) == -1
        less = whole - UNIT[RNG.choice(tiles)]
        assert deficiency(less) == 0
        seen.add(far(less, 1))
    assert seen == {True}


def test_ukeire_is_what_trying_every_discard_and_draw_gives() -> None:
    for _ in range(30):
        hand = pack(RNG.sample(DECK, 14))
        held = counts(hand, 27)
        found = ukeire(np.array(held))
        assert [i.discard for i in found] == [k for k, n in enumerate(held) if n]
        for improvement in found:
            left = hand - UNIT[improvement.discard]
            assert improvement.deficiency == deficiency(left)
            expected = tuple(
                k for k in range(27) if counts(left, 27)[k] < 4 and deficiency(left + UNIT[k]) < deficiency(left)
            )
            assert improvement.draws == expected


def test_readings_are_all_splits() -> None:
    assert {(r.runs, r.triplets, r.pair) for r in readings(pack([0, 0, 0, 1, 1, 1, 2, 2, 2]))} == {
        ((), (0, 1, 2), -1), ((0, 0, 0), (), -1),
    }  # fmt: skip
    assert readings(pack([0, 1])) == ()
    assert len(readings(pack([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]))) == 3
    assert SHAPE[pack([0, 0])] == 2
    assert SHAPE[0] == 1
