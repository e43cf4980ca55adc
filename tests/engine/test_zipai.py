"""Character cards: sets, values, eating, readings, the duty to discard (the parts that both games share)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.tiles import UNIT, count, pack, size, unpack
from engine.zipai import (
    CHI,
    CHOUWEI,
    EATS,
    JIANG,
    KAN,
    PAO,
    PENG,
    TI,
    TILES,
    WEI,
    Words,
    eat_options,
    is_set,
    loose_part,
    maybe_eatable,
    must_discard,
    set_value,
)
from engine.zipai_claims import maybe_wanted
from engine.zipai_hands import (
    COMPLETE,
    DISCARD,
    DRAW,
    EMPTY_TABLE,
    SELF,
    best_value,
    table_of,
    win_readings,
)
from engine.zipai_loose import loose_readings

from .zipai_tables import cards


def test_PH1_eighty_cards_in_two_sizes():
    assert len(TILES.all_tiles()) == 80
    assert TILES.glyphs[0] == "一"
    assert TILES.glyphs[19] == "拾"
    assert TILES.suits == ((0, 10), (10, 20))


def test_PH5_PH6_PH8_what_may_be_eaten():
    texts = {" ".join(TILES.write(e.tiles)) for e in EATS}
    assert len(texts) == 18 + 20
    assert {"x1 x2 x3", "D8 D9 D10", "x2 x7 x10", "x4 x4 D4", "x4 D4 D4"} <= texts
    assert not texts & {"x9 x10 x1", "x1 x2 D3", "x4 x4 x4"}


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        (PENG, "3*x4", 1),
        (PENG, "3*D4", 3),
        (KAN, "3*x4", 3),
        (WEI, "3*D4", 6),
        (CHOUWEI, "3*x4", 3),
        (PAO, "4*x4", 6),
        (PAO, "4*D4", 9),
        (TI, "4*x4", 9),
        (TI, "4*D4", 12),
        (CHI, "x3 x1 x2", 3),
        (CHI, "D2 D10 D7", 6),
        (CHI, "x2 x3 x4", 0),
        (CHI, "x1 D1 D1", 0),
        (JIANG, "D7 D7", 0),
    ],
)
def test_PH45_GL39_value_of_a_set(form, text, value):
    assert set_value(form, cards(text)) == value


def test_sets_are_checked():
    assert is_set(CHI, cards("x10 x7 x2"))
    assert not is_set(CHI, cards("x10 x7 D2"))
    assert not is_set(PAO, cards("3*x1"))
    words = Words("chi", "peng", "wei", "chouwei", "pao", "ti", "kan", "jiang")
    assert words[words.form("pao")] == "pao"
    with pytest.raises(ValueError, match="sao"):
        words.form("sao")


def test_PH7_three_and_four_alike_are_not_loose():
    assert loose_part(pack(cards("3*x1 4*D2 2*x5 D9"))) == pack(cards("2*x5 D9"))


def test_PH18_when_a_discard_is_due():
    assert [must_discard(t, q) for t, q in ((21, 0), (21, 1), (21, 2), (22, 2), (22, 3), (23, 3), (20, 0))] == [
        True,
        True,
        False,
        True,
        False,
        True,
        False,
    ]


def brute_eats(hand: int, card: int) -> set[tuple[object, ...]]:
    """PH-24 to 26 straight from the words: choose a pattern, then lay each copy left, in every order."""
    loose = [k for k in unpack(hand) if count(hand, k) < 3]
    patterns = [Counter(e.tiles) for e in EATS]
    found: set[tuple[object, ...]] = set()

    def lay(rest: Counter[int], further: tuple[tuple[int, ...], ...], eaten: tuple[int, ...]) -> None:
        if not rest[card]:
            found.add((eaten, tuple(sorted(further))))
            return
        for p in patterns:
            if p[card] and all(rest[k] >= n for k, n in p.items()):
                lay(rest - p, (*further, tuple(sorted(p.elements()))), eaten)

    have = Counter(loose)
    for p in patterns:
        need = p - Counter([card])
        if p[card] and all(have[k] >= n for k, n in need.items()):
            lay(have - need, (), tuple(sorted(p.elements())))
    return found


def test_PH24_PH26_eating_agrees_with_the_words_of_the_rule():
    rng = random.Random(7)
    deck = TILES.all_tiles()
    several = 0
    for _ in range(400):
        rng.shuffle(deck)
        # Few ranks, so that copies and mixed triples abound.
        hand = pack([k for k in deck if k % 10 < 5][: rng.randrange(4, 14)])
        card = rng.choice([k for k in range(20) if k % 10 < 5])
        options = eat_options(loose_part(hand), card)
        written = {(o[0], tuple(sorted(o[1:]))) for o in options}
        assert len(written) == len(options)
        assert written == brute_eats(hand, card)
        assert not options or maybe_eatable(loose_part(hand)) >> 3 * card & 1
        several += len(options) > 2
    assert several > 30


def test_PH25_no_copies_need_to_be_laid_without_bi():
    hand = pack(cards("x2 x3 x4 x5"))
    three = TILES.kind("x3")
    assert eat_options(hand, three) == []
    assert [o[0] for o in eat_options(hand, three, lay_copies=False)] == [
        cards("x2 x3 x4"),
        cards("x3 x4 x5"),
    ]


def test_PH27_an_eat_must_leave_a_card_to_discard():
    hand = pack(cards("x2 x3"))
    assert eat_options(hand, TILES.kind("x1"), keep_one=True) == []
    assert len(eat_options(hand, TILES.kind("x1"))) == 1


def brute_splits(loose: int, pair: bool) -> set[tuple[object, ...]]:
    """Every way to split loose cards, by taking any set that holds the lowest card."""
    if not loose:
        return set() if pair else {()}
    low = unpack(loose)[0]
    found = set()
    for eat in EATS:
        if low in eat.tiles and all(count(loose, k) >= eat.tiles.count(k) for k in set(eat.tiles)):
            for rest in brute_splits(loose - eat.packed, pair):
                found.add(tuple(sorted([*rest, (CHI, eat.tiles)])))
    if pair and count(loose, low) >= 2:
        for rest in brute_splits(loose - 2 * UNIT[low], False):
            found.add(tuple(sorted([*rest, (JIANG, (low, low))])))
    return found


def random_loose(rng: random.Random, sets: int, pair: bool) -> int:
    """Loose cards that usually split: random eatable sets, never three of a kind but for one kind."""
    while True:
        near = [e for e in EATS if max(k % 10 for k in e.tiles) < 7 or 9 in e.tiles]
        hand = sum(rng.choice(near).packed for _ in range(sets))
        if pair:
            hand += 2 * UNIT[rng.randrange(20)]
        if all(count(hand, k) < 4 for k in range(20)) and sum(count(hand, k) == 3 for k in range(20)) < 2:
            return hand


@pytest.mark.parametrize("pair", [False, True])
def test_PH38_all_readings_are_found_once(pair):
    rng = random.Random(11)
    many = 0
    for _ in range(300):
        loose = random_loose(rng, rng.randrange(3, 8), pair)
        found = [tuple(sorted(sets)) for sets in loose_readings(loose, pair)]
        assert len(set(found)) == len(found)
        assert set(found) == brute_splits(loose, pair)
        many += len(found) > 1
    assert many > 20


def random_win(rng: random.Random) -> tuple[int, int]:
    """A hand of 20 and a card that may well complete it."""
    while True:
        hand = sum(rng.choice(EATS).packed if rng.random() < 0.75 else 3 * UNIT[rng.randrange(20)] for _ in range(7))
        if all(count(hand, k) <= 4 for k in range(20)):
            card = rng.choice(unpack(hand))
            return hand - UNIT[card], card


def test_best_value_is_the_best_reading():
    rng = random.Random(3)
    wins = 0
    for _ in range(400):
        hand, card = random_win(rng)
        for how in (SELF, DRAW, DISCARD):
            for free in (False, True):
                readings = win_readings(hand, (), card, how, free)
                best = max((r.value for r in readings), default=-1)
                assert best_value(hand, EMPTY_TABLE, card, how, free) == best
                for least in (10, 15, best):
                    enough = best_value(hand, EMPTY_TABLE, card, how, free, least)
                    assert (enough if enough >= least else -1) == (best if best >= least else -1)
                wins += best >= 0
                assert best < 0 or maybe_wanted(loose_part(hand)) >> card & 1
                for reading in readings:
                    assert len(reading.sets) == 7
                    assert pack(k for _, tiles in reading.sets for k in tiles) == hand + UNIT[card]
                    assert reading.value == sum(set_value(*s) for s in reading.sets)
    assert wins > 500


def test_best_value_with_melds():
    melds = ((PENG, cards("3*D7")), (WEI, cards("3*x6")), (CHI, cards("D1 D2 D3")))
    hand = pack(cards("2*x5 x1 x2 x3 x8 x9 x10 D4 D5 D6"))
    seven, six = TILES.kind("D7"), TILES.kind("x6")
    table = table_of(melds)
    assert best_value(hand, table, seven, DRAW) == 21
    assert best_value(hand, table, seven, DISCARD) == -1  # a discard never upgrades a 碰 (PH-20, GL-21)
    assert best_value(hand, table, six, SELF) == 3 + 9 + 6 + 3
    assert best_value(hand, table, six, DISCARD) == 3 + 6 + 6 + 3


def test_PH9_the_pair_comes_with_the_first_quad_and_only_then():
    pair = pack(cards("2*x9 x1 x2 x3 x4 x5 x6 D1 D2 D3 D4 D5 D6 D7 D8 D9"))
    quad = ((PAO, cards("4*x8")),)
    assert win_readings(pair, quad, 0, COMPLETE)
    assert not win_readings(pair, (), 0, COMPLETE)
    assert not win_readings(pair - 2 * UNIT[8] + pack(cards("x7 x8 x9")), quad, 0, COMPLETE)


def test_a_kan_is_not_broken_to_win():
    # Broken up, the three x2 would make x1 x2 x3, x2 x3 x4 and x2 x7 x10.
    hand = pack(cards("3*x2 x1 x3 x3 x4 x7 x10 3*D1 3*D3 3*D5"))
    assert size(hand) == 18
    assert loose_readings(pack(cards("3*x2 x1 x3 x3 x4 x7 x10")), False) != []
    assert win_readings(hand, ((CHI, cards("D7 D8 D9")),), 0, COMPLETE) == []


def test_cards_in_any_combination_keep_masks_sound():
    """The quick masks never hide an eat: every pair of cards is tried against every card."""
    for a, b in combinations(range(20), 2):
        loose = UNIT[a] + UNIT[b]
        for card in range(20):
            if eat_options(loose, card, lay_copies=False):
                assert maybe_eatable(loose) >> 3 * card & 1
