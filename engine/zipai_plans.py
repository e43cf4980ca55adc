"""Plans for hands of character cards: which sets stay in hand, which pieces wait, what is thrown away.

A drawn or claimed card never enters the hand: each new set takes two cards out of it and one from outside, and then a
card is discarded. So a hand is planned as complete sets that stay in hand, two-card pieces that each wait for a third,
and the rest, which will be discarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .tiles import pack, unpack
from .view import View
from .zipai import (
    CHI,
    CHOUWEI,
    EATS,
    KAN,
    KINDS,
    PENG,
    QUADS,
    RANKS,
    SETS_TO_WIN,
    VALUE_BIG,
    VALUE_SMALL,
    WEI,
    Set,
    Words,
    holds,
    kan_mask,
    kinds_in,
    loose_part,
    set_value,
    table_value,
)
from .zipai_hands import DISCARD, DRAW, SELF, best_value, table_of

CHI_RATE, PENG_RATE, WEI_RATE = 0.6, 1.0, 0.3
"""How often a live card comes within reach, relative to one that every seat's card offers: an eat sees two
of three draws and one of three discards; a barred pair still catches the own draw."""
PLANS = 16
"""How many choices of complete sets are looked at."""
VALUE_WEIGHTS = (0.05, 0.5)
"""How much 胡息 counts against live cards when pieces are chosen: once for speed, once for value."""
JUDGED = 5
"""How many plans are judged by what they are worth."""
FOURTH = 1.2
"""胡息 to expect of each live fourth card of three alike."""
_SHORT_PER_STEP = 5.0
"""胡息 that one more set or upgrade brings, roughly."""


def _completions() -> list[list[tuple[tuple[int, int], ...]]]:
    """For two kinds: the third cards that make an eatable set of them, each with the set's value."""
    table: list[list[tuple[tuple[int, int], ...]]] = [[()] * KINDS for _ in range(KINDS)]
    for a in range(KINDS):
        for b in range(a, KINDS):
            thirds = []
            for eat in EATS:
                rest = list(eat.tiles)
                if a in rest:
                    rest.remove(a)
                    if b in rest:
                        rest.remove(b)
                        thirds.append((rest[0], set_value(CHI, eat.tiles)))
            table[a][b] = table[b][a] = tuple(thirds)
    return table


_THIRDS = _completions()
_EAT_VALUE = tuple((e, set_value(CHI, e.tiles)) for e in EATS)


class Plan(NamedTuple):
    """``pieces``: sets still to be completed; ``value``: expected 胡息 at the end; ``reach``: live cards,
    weighted, that complete one of the pieces; ``weakest``: those of the piece that has fewest; ``alike``:
    every set is of identical cards; ``waste``: cards left over (packed)."""

    pieces: int
    value: float
    reach: float
    weakest: float
    alike: bool
    waste: int


class Knowledge:
    """What one view says, in the form the estimates need."""

    def __init__(self, view: View, words: Words, least: int, self_break: bool) -> None:
        assert view.seat is not None
        self.view = view
        self.least = least
        self.self_break = self_break
        self.me = view.seat
        self.hand = view.hand
        self.melds: list[Set] = [(words.form(m.kind), m.tiles) for m in view.melds[self.me]]
        seen = view.hand
        for river in view.rivers:
            seen += pack(river)
        for melds in view.melds:
            for meld in melds:
                seen += pack(t for t in meld.tiles if t >= 0)
        self.live = [max(0, 4 - (seen >> 3 * k & 7)) for k in range(KINDS)]
        self.unseen = max(1, sum(self.live))
        self.no_chi = set(view.extras["no_chi"])
        self.no_peng = set(view.extras["no_peng"])
        self.dead = bool(view.extras["dead"])
        self.pair_rate = [0.0] * KINDS
        self.pieces: dict[int, tuple[float, float]] = {}
        self._rate_pieces()

    def bar(self, kind: int) -> None:
        """From now on the kind may be neither eaten nor claimed with a pair."""
        self.no_chi.add(kind)
        self.no_peng.add(kind)
        self._rate_pieces()

    def _rate_pieces(self) -> None:
        """How soon each two-card piece may be completed, and what it then counts: by ``a * KINDS + b``, a ≤
        b."""
        self.pieces = {}
        eat = [self.live[k] * CHI_RATE * (k not in self.no_chi) for k in range(KINDS)]
        for a in range(KINDS):
            for b in range(a, KINDS):
                rate = value = 0.0
                for third, worth in _THIRDS[a][b]:
                    rate += eat[third]
                    value += eat[third] * worth
                if a == b:
                    own = self.live[a] * WEI_RATE
                    other = 0.0 if a in self.no_peng else self.live[a] * (PENG_RATE - WEI_RATE)
                    rate += own + other
                    big = a >= RANKS
                    value += own * (6 if big else 3) + other * (3 if big else 1)
                if rate:
                    self.pieces[a * KINDS + b] = rate, value / rate

    # --- plans

    def plans(self, hand: int, melds: Sequence[Set]) -> list[Plan]:
        """The most promising plans for a hand (with or without the card that will be discarded), best
        first."""
        fixed = len(melds) + kan_mask(hand).bit_count()
        quad = any(form in QUADS for form, _ in melds)
        alike = all(form != CHI for form, _ in melds)
        base = float(table_value(melds))
        for kind in kinds_in(kan_mask(hand)):
            base += VALUE_BIG[KAN] if kind >= RANKS else VALUE_SMALL[KAN]
            base += FOURTH * self.live[kind]
        for form, tiles in melds:
            if form in (PENG, WEI, CHOUWEI):
                base += FOURTH * self.live[tiles[0]]
        wanted = SETS_TO_WIN - fixed
        found: dict[Plan, float] = {}
        for rest, sets, value in _complete_sets(loose_part(hand)):
            for weight in VALUE_WEIGHTS:
                plan = self._plan(rest, wanted - sets, quad, base + value, weight, alike and not sets)
                found[plan] = self.merit(plan)
        return sorted(found, key=found.__getitem__, reverse=True)[:JUDGED]

    def merit(self, plan: Plan) -> float:
        """How good a plan is, for choosing among plans."""
        return -(plan.pieces + self.steps_short(plan.value)) + 0.03 * min(plan.reach, 20.0) + 0.02 * plan.value

    def steps_short(self, value: float) -> float:
        """How many sets or upgrades the 胡息 still lack."""
        return max(0.0, self.least - value) / _SHORT_PER_STEP

    def _plan(self, rest: int, sets: int, quad: bool, value: float, weight: float, alike: bool) -> Plan:
        """Pieces out of the cards left beside the complete sets, the most useful first."""
        cards = unpack(rest)
        pieces = self.pieces
        found = []
        for i, a in enumerate(cards):
            for j in range(i + 1, len(cards)):
                piece = pieces.get(a * KINDS + cards[j])
                if piece is not None:
                    found.append((piece[0] + weight * piece[1], i, j, piece))
        found.sort(reverse=True)
        needed = max(sets - quad, 0)
        used = [False] * len(cards)
        reach, weakest, chosen = 0.0, 9.0, 0
        pair = -1
        if quad:
            pair = _worst_pair(cards, pieces)
            if pair >= 0:
                used[pair] = used[pair + 1] = True
        for _, i, j, piece in found:
            if chosen == needed:
                break
            if used[i] or used[j]:
                continue
            used[i] = used[j] = True
            chosen += 1
            reach += piece[0]
            value += piece[1]
            weakest = min(weakest, piece[0])
            alike = alike and cards[i] == cards[j]
        lacking = needed - chosen
        # A set with fewer than two cards in hand cannot be completed; it must come of a broken-up set or an upgrade.
        missing = needed + 2 * lacking
        if quad and pair < 0:
            missing += 1
            reach += max((self.live[c] for c, u in zip(cards, used, strict=True) if not u), default=0)
        waste = pack(c for c, u in zip(cards, used, strict=True) if not u)
        return Plan(max(1, missing), value, reach, 0.0 if lacking else weakest, alike, waste)

    # --- ready hands

    def waits(self, hand: int, melds: Sequence[Set], on_discards: bool) -> dict[int, tuple[int, int]]:
        """Kind -> (copies not seen, 胡息) for every card with which the hand wins when somebody turns it
        up."""
        if self.dead:
            return {}
        table = table_of(melds)
        found: dict[int, tuple[int, int]] = {}
        for kind in range(KINDS):
            value = best_value(hand, table, kind, DRAW, self.self_break)
            own = best_value(hand, table, kind, SELF, self.self_break)
            if on_discards:
                value = max(value, best_value(hand, table, kind, DISCARD, self.self_break))
            if max(value, own) >= self.least:
                found[kind] = self.live[kind], max(value, own)
        return found


def _worst_pair(cards: Sequence[int], pieces: dict[int, tuple[float, float]]) -> int:
    """The place of the pair least likely to become a set, which serves best as 将; -1 without any."""
    places = [i for i in range(len(cards) - 1) if cards[i] == cards[i + 1]]
    return min(places, key=lambda i: pieces.get(cards[i] * (KINDS + 1), (0.0, 0.0))[0], default=-1)


def _complete_sets(loose: int) -> list[tuple[int, int, int]]:
    """Choices of disjoint complete sets within loose cards: (what is left, how many, their 胡息), the best
    few."""
    held = [(e, v) for e, v in _EAT_VALUE if holds(loose, e.packed)]
    found: dict[int, tuple[int, int]] = {loose: (0, 0)}
    frontier = [(loose, 0, 0, 0)]
    while frontier:
        rest, sets, value, start = frontier.pop()
        for i in range(start, len(held)):
            eat, worth = held[i]
            if holds(rest, eat.packed):
                left = rest - eat.packed
                if found.get(left, (-1, -1)) < (sets + 1, value + worth):
                    found[left] = (sets + 1, value + worth)
                    frontier.append((left, sets + 1, value + worth, i))
    ranked = sorted(((n * 4 + v, rest, n, v) for rest, (n, v) in found.items()), reverse=True)
    return [(rest, n, v) for _, rest, n, v in ranked[:PLANS]]
