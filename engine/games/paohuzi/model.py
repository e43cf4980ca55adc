"""What the AI knows of Paohuzi hands: what a plan would pay, 名堂 included."""

from __future__ import annotations

from collections.abc import Sequence

from ...tiles import size
from ...zipai import SMALL_HALF, Set, cards_of
from ...zipai_model import ZipaiModel
from ...zipai_plans import Knowledge, Plan
from . import scoring
from .options import PaohuziOptions
from .scoring import RED, WORDS

_RED_WORTH = {0: 5.0, 1: 4.0, 4: 2.0, 7: 2.0, 10: 3.0, 11: 2.0, 12: 2.0}


class PaohuziModel(ZipaiModel):
    """PH-46 to PH-51 for plans and for ready hands."""

    WORDS = WORDS
    READY = (-0.855, 1.205, 0.937)
    BUILDING = (9.018, -2.323, -4.164, -4.593, 1.02, -7.475, 1.326, 0.183)
    GAIN = (4.95, 1.04)

    def least(self, options: PaohuziOptions) -> int:
        return options.min_xi

    def gain(self, know: Knowledge, plan: Plan, hand: int, melds: Sequence[Set]) -> float:
        """Both losers pay 底 × 番; the 番 of a plan is guessed from the cards that will stay."""
        cards = cards_of(hand, melds) - plan.waste
        total = max(1, size(cards))
        # The missing cards are taken to be like those that are there.
        full = 21 / total
        red = size(cards & RED)
        small = size(cards & SMALL_HALF) * full
        fan = 0.6 * _RED_WORTH.get(red, 0.0)
        if red * full >= 13:
            fan += 4.0
        if small >= 16:
            fan += 6.0
        elif 21 - small >= 18:
            fan += 5.0
        if plan.alike:
            fan += 3.0
        base = max(1.0, (max(plan.value, know.least) - 12) / 3)
        return 2 * base * max(1.0, fan)

    def exact_gain(self, know: Knowledge, hand: int, melds: Sequence[Set], card: int, how: int) -> float:
        options: PaohuziOptions = know.view.options  # type: ignore[assignment]
        win = scoring.win_of(hand, melds, card, how, options, tianhu=know.view.phase == "opening")
        return 2.0 * win.pay if win is not None else 0.0


MODEL = PaohuziModel()
