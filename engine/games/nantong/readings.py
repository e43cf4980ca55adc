"""Readings of a Nantong hand: completeness, waits, and the splits that differ in score; from caches, suit by
suit.

Three suits with runs (``engine.hands``) and the *flowers* Q, B, H, a suit without runs. Suits meet only in
the pair, so a hand is read by combining what its suits can be; nothing is searched across suits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from ... import hands
from ...hands import SHAPE, SUIT_BITS, SUIT_MASK
from ...hands import Reading as Split
from ...memo import MANY, Memo
from ...tiles import UNIT

FLOWERS = 3
"""The suit number of Q, B, H."""
FIRST_FLOWER = 27
WENQIAN = 18
"""1p: a run that begins here is 文钱 (NT-38)."""


def _flower_split(key: int) -> Split | None:
    """The one split of the flowers (nine bits, NT-6), or None."""
    triplets: list[int] = []
    pair = -1
    for rank in range(3):
        n = key >> 3 * rank & 7
        if n == 3:
            triplets.append(rank)
        elif n == 2 and pair < 0:
            pair = rank
        elif n:
            return None
    return Split((), tuple(triplets), pair)


_FLOWER_SPLIT = tuple(_flower_split(key) for key in range(512))
_FLOWER_SHAPE = tuple(0 if s is None else 1 if s.pair < 0 else 2 for s in _FLOWER_SPLIT)
"""As ``hands.SHAPE``: 1 splits into sets, 2 into sets and one pair, 0 neither."""


def splits(key: int, suit: int) -> tuple[Split, ...]:
    """All splits of one suit (packed) into sets and at most one pair; () when there is none."""
    if suit == FLOWERS:
        found = _FLOWER_SPLIT[key]
        return () if found is None else (found,)
    return hands.readings(key)


def complete(hand: int) -> bool:
    """Whether the concealed cards, winning card included, are sets and exactly one pair (NT-7)."""
    flowers = _FLOWER_SHAPE[hand >> 81]
    if not flowers:
        return False
    m = SHAPE[hand & SUIT_MASK]
    if not m:
        return False
    return flowers * m * SHAPE[hand >> SUIT_BITS & SUIT_MASK] * SHAPE[hand >> 54 & SUIT_MASK] == 2


def _completions(shape: Mapping[int, int] | Sequence[int], ranks: int, key: int) -> tuple[int, int, int]:
    """Masks of the ranks that make the suit's ``shape`` code 0, 1, 2 (the first is unused)."""
    masks = [0, 0, 0]
    for rank in range(ranks):
        if key >> 3 * rank & 7 < 4:
            masks[shape[key + UNIT[rank]]] |= 1 << rank
    return 0, masks[1], masks[2]


_COMPLETIONS = Memo(partial(_completions, SHAPE, 9), MANY)
_FLOWER_COMPLETIONS = Memo(partial(_completions, _FLOWER_SHAPE, 3), 1 << 9)


def completing(hand: int) -> int:
    """Mask of the kinds that make the concealed cards complete; kinds already held four times concealed are
    left out."""
    m, s, p, f = hand & SUIT_MASK, hand >> SUIT_BITS & SUIT_MASK, hand >> 54 & SUIT_MASK, hand >> 81
    cm, cs, cp, cf = SHAPE[m], SHAPE[s], SHAPE[p], _FLOWER_SHAPE[f]
    found = 0
    # A suit may take the card when the others already are sets (product 1: it must bring the pair) or sets
    # and the pair (product 2: it must not).
    others = cs * cp * cf
    if 0 < others < 3:
        found |= _COMPLETIONS[m][3 - others]
    others = cm * cp * cf
    if 0 < others < 3:
        found |= _COMPLETIONS[s][3 - others] << 9
    others = cm * cs * cf
    if 0 < others < 3:
        found |= _COMPLETIONS[p][3 - others] << 18
    others = cm * cs * cp
    if 0 < others < 3:
        found |= _FLOWER_COMPLETIONS[f][3 - others] << 27
    return found


def split_count(hand: int) -> int:
    """The number of different splits of complete concealed cards into sets and one pair."""
    number = len(splits(hand >> 81, FLOWERS))
    for suit in range(3):
        number *= len(hands.readings(hand >> SUIT_BITS * suit & SUIT_MASK))
    return number if complete(hand) else 0


# --- what matters of a reading for its score ----------------------------------------------------------------

PAIR, TRIPLET, OTHER_RUN, EDGE, WON_TRIPLET = 1, 2, 4, 8, 16
WENQIAN_SHIFT = 5
"""Features of a reading, as bits; from bit 5 on the number of 文钱 runs. Features of suits join by ``|``: the
count comes from one suit only."""

@lru_cache(maxsize=MANY)
def _parts_of(key: int, suit: int, won: int) -> tuple[tuple[int, Split], ...]:
    """The different feature sets of a suit, each with one split that has it.

    ``won``: the rank of the winning card if it lies in this suit, else -1.
    """
    seen: dict[int, Split] = {}
    for split in splits(key, suit):
        seen.setdefault(_features(split, suit, won), split)
    return tuple(seen.items())


def _features(split: Split, suit: int, won: int) -> int:
    features = PAIR if split.pair >= 0 else 0
    if split.triplets:
        features |= TRIPLET
    if won >= 0 and won in split.triplets:
        features |= WON_TRIPLET
    if won >= 0 and is_edge(split, won):
        features |= EDGE
    for start in split.runs:
        if 9 * suit + start == WENQIAN:
            features += 1 << WENQIAN_SHIFT
        else:
            features |= OTHER_RUN
    return features


def is_edge(split: Split, won: int) -> bool:
    """Whether the winning card makes the pair, a run's middle, the 3 of 123 or the 7 of 789 in some set
    (NT-40)."""
    return split.pair == won or any(
        start == won - 1 or (start == 0 and won == 2) or (start == 6 and won == 6) for start in split.runs
    )


class Reading(NamedTuple):
    """One reading of the whole concealed hand: its ``features`` and one split per suit (m, s, p, flowers)."""

    features: int
    splits: tuple[Split, Split, Split, Split]

    def sets(self) -> list[tuple[str, tuple[int, ...]]]:
        """The sets as (``run``, ``identical`` or ``pair``; kinds), the pair last."""
        found: list[tuple[str, tuple[int, ...]]] = []
        pair: list[tuple[str, tuple[int, ...]]] = []
        for suit, split in enumerate(self.splits):
            first = 9 * suit
            found += [("identical", (first + r,) * 3) for r in split.triplets]
            found += [("run", (first + r, first + r + 1, first + r + 2)) for r in split.runs]
            if split.pair >= 0:
                pair.append(("pair", (first + split.pair,) * 2))
        return found + pair


def readings(hand: int, won: int) -> list[Reading]:
    """The readings that differ in features; every other reading scores like one of these. [] when not
    complete.

    ``hand``: concealed cards with the winning card; ``won``: its kind, or -1 when there is none (天胡).
    """
    suit = won // 9 if won >= 0 else -1
    rank = won % 9
    found: list[Reading] = []
    m = _parts_of(hand & SUIT_MASK, 0, rank if suit == 0 else -1)
    s = _parts_of(hand >> SUIT_BITS & SUIT_MASK, 1, rank if suit == 1 else -1)
    p = _parts_of(hand >> 54 & SUIT_MASK, 2, rank if suit == 2 else -1)
    f = _parts_of(hand >> 81, FLOWERS, rank if suit == FLOWERS else -1)
    if m and s and p and f and m[0][0] + s[0][0] + p[0][0] + f[0][0] & PAIR and complete(hand):
        for fm, sm in m:
            for fs, ss in s:
                for fp, sp in p:
                    for ff, sf in f:
                        found.append(Reading(fm | fs | fp | ff, (sm, ss, sp, sf)))
    return found
