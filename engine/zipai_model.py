"""What the AI knows of character-card hands.

A drawn or claimed card never enters the hand: each new set takes two cards out of it and one from outside,
and then a card is discarded. So a hand is planned as complete sets that stay in hand, two-card pieces that
each wait for a third, and the rest, which will be discarded. The *pieces needed* are what is missing from
seven sets; a plan that ends short of the least 胡息 is not ready however complete it looks, and counts as
that much further away.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, NamedTuple

from .actions import PASS, WIN, Action
from .model import Outlook
from .tiles import UNIT, pack, unpack
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
    SEATS,
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
from .zipai_claims import claim_order
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
WON_DISCARDS = (0.005, 0.03, 0.08, 0.15, 0.21, 0.28)
WON_DISCARD_COSTS = 10.0
"""Where discards are won: how often one is, by the most sets another seat has laid, and what that costs
beside a quiet card (counted over 400 rounds of self-play)."""
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


class Prospect(NamedTuple):
    """What the chance to win is judged by: ``pieces`` still wanted, how many steps the 胡息 are ``short``,
    ``copies`` of winning cards not seen (0: not ready), ``reach`` of the pieces and of the ``weakest`` one,
    the ``gain`` of a win, cards in the ``wall`` and ``unseen`` altogether."""

    pieces: int
    short: float
    copies: int
    reach: float
    weakest: float
    gain: float
    wall: int
    unseen: int


def features(found: Prospect) -> tuple[float, ...]:
    """The numbers that :meth:`ZipaiModel.chance` weighs."""
    left = log(found.wall + 0.5)
    if found.copies:
        return 1.0, left, log(found.copies / found.unseen)
    reach = log((found.reach + 1) / found.unseen)
    steps = found.pieces + found.short
    return (
        1.0,
        left,
        float(found.pieces),
        found.short,
        reach,
        steps / (found.wall + 2),
        steps * left,
        log(found.weakest + 0.3),
    )


class ZipaiModel:
    """The hand model of the family; a game gives its words, its least 胡息, and what a win is worth."""

    WORDS: Words
    ON_DISCARDS = False
    """Whether discards may be won."""
    READY: tuple[float, ...] = (1.0, 1.0, 1.0)
    BUILDING: tuple[float, ...] = (1.0, 1.0, -1.0, -1.0, 1.0, 0.0, 0.0, 0.0)
    """Weights of :func:`features` for a ready hand and for one that is not."""
    GAIN: tuple[float, float] = (0.0, 1.0)
    """What a won hand paid in the end, on average: constant and factor to the gain of its plan."""

    def least(self, options: Any) -> int:
        """The least 胡息 of a win."""
        raise NotImplementedError

    def gain(self, know: Knowledge, plan: Plan, hand: int, melds: Sequence[Set]) -> float:
        """What the winner gains in all if the plan comes true."""
        raise NotImplementedError

    def exact_gain(self, know: Knowledge, hand: int, melds: Sequence[Set], card: int, how: int) -> float:
        """What the winner gains in all from winning this hand with this card; 0 when it does not win."""
        raise NotImplementedError

    def outlooks(self, view: View, actions: Sequence[Action]) -> list[Outlook]:
        """One outlook for each action."""
        know = Knowledge(view, self.WORDS, self.least(view.options), view.options.self_break)  # type: ignore[attr-defined]
        later: Knowledge | None = None
        found = []
        for action in actions:
            if action is PASS:
                if later is None:
                    later = Knowledge(view, self.WORDS, know.least, know.self_break)
                    if view.last is not None and any(a.kind in ("chi", "peng") for a in actions):
                        later.bar(view.last[0])
                found.append(self._outlook(later, know.hand, know.melds, 0.0))
            else:
                found.append(self._after(know, action))
        return found

    def _after(self, know: Knowledge, action: Action) -> Outlook:
        view = know.view
        if action is WIN:
            return Outlook(-1, 0.0, self._win_now(know), 0.0, 0.0, 0.0)
        if action.kind == "discard":
            card = action.tiles[0]
            return self._outlook(know, know.hand - UNIT[card], know.melds, self.danger(know, card))
        assert view.last is not None
        card = view.last[0]
        if action.kind == "peng":
            return self._outlook(know, know.hand - 2 * UNIT[card], [*know.melds, (PENG, (card,) * 3)], 0.0)
        tiles = action.tiles
        sets: list[Set] = [(CHI, tiles[i : i + 3]) for i in range(0, len(tiles), 3)]
        return self._outlook(know, know.hand + UNIT[card] - pack(tiles), [*know.melds, *sets], 0.0)

    def _win_now(self, know: Knowledge) -> float:
        """The gain of a win that is on offer now; a fair guess when the winning set is laid already."""
        view = know.view
        if view.last is None:
            plan = Plan(1, float(max(know.least, table_value(know.melds))), 0.0, 0.0, False, 0)
            return max(2.0, self.gain(know, plan, know.hand, know.melds))
        card, source, how = view.last[0], view.last[1], view.last[2]
        hand = know.hand
        if view.phase == "opening":
            hand -= UNIT[card] * (source == know.me)
        came = DISCARD if how == "discard" else SELF if source == know.me else DRAW
        return max(2.0, self.exact_gain(know, hand, know.melds, card, came))

    def _outlook(self, know: Knowledge, hand: int, melds: Sequence[Set], danger: float) -> Outlook:
        turns = know.view.wall_left / 3
        if know.dead:
            return Outlook(9, 0.0, 0.0, danger, 0.0, turns, 0.0)
        found = self.prospect(know, hand, melds)
        steps = 0 if found.copies else found.pieces - 1 + int(found.short + 0.9)
        live = float(found.copies) or found.reach
        return Outlook(steps, live, found.gain, danger, 0.0, turns, self.chance(found))

    def prospect(self, know: Knowledge, hand: int, melds: Sequence[Set]) -> Prospect:
        """What a hand promises: the plan that is worth most."""
        best: Prospect | None = None
        most = -1.0
        for plan in know.plans(hand, melds):
            found = self._promise(know, plan, hand, melds)
            worth = self.chance(found) * found.gain
            if worth > most:
                best, most = found, worth
            if found.copies:
                break
        assert best is not None
        return best

    def _promise(self, know: Knowledge, plan: Plan, hand: int, melds: Sequence[Set]) -> Prospect:
        short = know.steps_short(plan.value)
        wall, unseen = know.view.wall_left, know.unseen
        if plan.pieces == 1:
            waits = know.waits(hand, melds, self.ON_DISCARDS)
            copies = sum(n for n, _ in waits.values())
            if copies:
                gain = sum(self._gain_of_wait(know, hand, melds, k) * n for k, (n, _) in waits.items()) / copies
                return Prospect(1, 0.0, copies, plan.reach, plan.weakest, gain, wall, unseen)
            short = max(short, 0.6)
        gain = self.GAIN[0] + self.GAIN[1] * self.gain(know, plan, hand, melds)
        return Prospect(plan.pieces, short, 0, plan.reach, plan.weakest, gain, wall, unseen)

    def chance(self, found: Prospect) -> float:
        """The chance to win, from a fit to rounds of self-play (:func:`features`)."""
        weights = self.READY if found.copies else self.BUILDING
        total = sum(w * x for w, x in zip(weights, features(found), strict=True))
        return 1 / (1 + exp(-total))

    def _gain_of_wait(self, know: Knowledge, hand: int, melds: Sequence[Set], kind: int) -> float:
        own = self.exact_gain(know, hand, melds, kind, SELF)
        other = self.exact_gain(know, hand, melds, kind, DRAW)
        return (own + 2 * other) / 3 if own and other else own or other

    def danger(self, know: Knowledge, card: int) -> float:
        """What discarding the card is expected to cost: others that claim it come nearer to winning, and
        where discards are won it may be the winning card."""
        view = know.view
        live = know.live[card]
        total = self._won(know) * (0.6 + 0.16 * live)
        for seat in claim_order(know.me, False):
            near = min(1.0, 0.12 + 0.14 * len(view.melds[seat]))
            can_eat = seat == (know.me + 1) % SEATS and card not in view.rivers[seat]
            fits = 0.05 * live * (live - 1) + (0.10 + 0.05 * live if can_eat else 0.0)
            total += near * fits * 0.5
        return total

    def _won(self, know: Knowledge) -> float:
        """What a discard costs on average because somebody may win it."""
        if not self.ON_DISCARDS:
            return 0.0
        most = max(len(melds) for seat, melds in enumerate(know.view.melds) if seat != know.me)
        return WON_DISCARD_COSTS * WON_DISCARDS[min(most, len(WON_DISCARDS) - 1)]

    def waits(self, view: View) -> dict[int, int]:
        """Winning kinds of the viewer's hand as between turns -> copies not seen; empty when it is not
        ready."""
        if view.seat is None:
            return {}
        know = Knowledge(view, self.WORDS, self.least(view.options), view.options.self_break)  # type: ignore[attr-defined]
        return {k: n for k, (n, _) in know.waits(know.hand, know.melds, self.ON_DISCARDS).items()}
