"""What the AI knows of Guilin hands: what a plan would pay, 醒 included."""

from __future__ import annotations

from collections.abc import Sequence

from ...tiles import count
from ...zipai import KINDS, Set, cards_of
from ...zipai_hands import SELF
from ...zipai_model import ZipaiModel
from ...zipai_plans import Knowledge, Plan
from . import scoring
from .options import GuilinOptions
from .scoring import WORDS


class GuilinModel(ZipaiModel):
    """GL-41 to GL-50 for plans and for ready hands."""

    WORDS = WORDS
    READY = (-1.068, 1.33, 1.087)
    BUILDING = (14.283, -4.321, -8.968, -9.377, 0.722, -2.345, 2.821, 0.596)
    GAIN = (3.35, 1.24)
    ON_DISCARDS = True

    def least(self, options: GuilinOptions) -> int:
        return options.min_hu

    def gain(self, know: Knowledge, plan: Plan, hand: int, melds: Sequence[Set]) -> float:
        """Two units of 子 and expected 醒."""
        options: GuilinOptions = know.view.options  # type: ignore[assignment]
        zi = 1 + max(0.0, plan.value - options.min_hu) / options.step
        return 2 * (zi + expected_xing(cards_of(hand, melds) - plan.waste, know, options))

    def exact_gain(self, know: Knowledge, hand: int, melds: Sequence[Set], card: int, how: int) -> float:
        options: GuilinOptions = know.view.options  # type: ignore[assignment]
        readings = scoring.hand_readings(hand, melds, card, how, options)
        if not readings:
            return 0.0
        wtype = "zimo" if how == SELF else "pinghu"
        zi = scoring.zi_of(readings[0].value, options) + scoring.extra_zi(wtype, options)
        xing = expected_xing(cards_of(hand, melds), know, options)
        return 2 * (zi + xing) * scoring.fan_of(wtype, options)


def expected_xing(cards: int, know: Knowledge, options: GuilinOptions) -> float:
    """醒 of the first turned card on average over the cards not seen, and some more for the chain (GL-43 to
    46)."""
    total = 0.0
    for flipped in range(KINDS):
        if know.live[flipped]:
            held = [count(cards, kind) for kind in scoring.xing_kinds(flipped, options)]
            again = (options.true3 and max(held, default=0) >= 3) or (options.fake4 and sum(held) >= 4)
            total += know.live[flipped] * (sum(held) + (3.0 if again else 0.0))
    return total / know.unseen


MODEL = GuilinModel()
