"""What the AI knows of character-card hands: the chance to win and what it pays, for each legal action.

The pieces wanted by the best plan are what is missing from seven sets; a plan that ends short of the least 胡息 is
not ready however complete it looks, and counts as that much further away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp, log
from typing import Any, NamedTuple

from .actions import PASS, WIN, Action
from .model import Outlook
from .tiles import UNIT, pack
from .view import View
from .zipai import CHI, PENG, SEATS, Set, Words, table_value
from .zipai_claims import claim_order
from .zipai_hands import DISCARD, DRAW, SELF
from .zipai_plans import Knowledge, Plan

WON_DISCARDS = (0.005, 0.03, 0.08, 0.15, 0.21, 0.28)
WON_DISCARD_COSTS = 10.0
"""Where discards are won: how often one is, by the most sets another seat has laid, and what that costs
beside a quiet card (counted over 400 rounds of self-play)."""


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


class ZipaiModel(ABC):
    """The hand model of the family; a game gives its words, its least 胡息, and what a win is worth."""

    WORDS: Words
    ON_DISCARDS = False
    """Whether discards may be won."""
    READY: tuple[float, ...] = (1.0, 1.0, 1.0)
    BUILDING: tuple[float, ...] = (1.0, 1.0, -1.0, -1.0, 1.0, 0.0, 0.0, 0.0)
    """Weights of :func:`features` for a ready hand and for one that is not."""
    GAIN: tuple[float, float] = (0.0, 1.0)
    """What a won hand paid in the end, on average: constant and factor to the gain of its plan."""

    @abstractmethod
    def least(self, options: Any) -> int:
        """The least 胡息 of a win."""

    @abstractmethod
    def gain(self, know: Knowledge, plan: Plan, hand: int, melds: Sequence[Set]) -> float:
        """What the winner gains in all if the plan comes true."""

    @abstractmethod
    def exact_gain(self, know: Knowledge, hand: int, melds: Sequence[Set], card: int, how: int) -> float:
        """What the winner gains in all from winning this hand with this card; 0 when it does not win."""

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
