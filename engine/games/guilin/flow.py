"""What may be done when in Guilin zipai (GL-9 to GL-38, GL-43 to GL-51)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...actions import WIN
from ...claims import Claim
from ...melds import Meld
from ...results import Sheet, Step
from ...revealed import RevealedRound
from ...tiles import UNIT, UNKNOWN
from ...zipai import CHOUWEI, TI, WEI, set_value, set_word
from ...zipai_hands import DISCARD, EMPTY_TABLE, SELF, Reading, best_value
from . import scoring
from .options import GuilinOptions
from .scoring import WORDS, Flips

_HOW = {SELF: "self", DISCARD: "discard"}


class GuilinRound(RevealedRound):
    """One hand of Guilin zipai."""

    WORDS = WORDS
    options: GuilinOptions

    # --- opening (GL-13, GL-26, GL-27)

    def opening(self) -> None:
        """The dealer's 三笼五坎 or 天胡, the better one; 三笼五坎 wins by itself, 天胡 is a choice."""
        self.flipped: tuple[int, ...] = ()
        dealer = self.dealer
        tianhu = self._tianhu()
        if scoring.is_sanlong(self.hands[dealer]):
            reading = scoring.sanlong_reading(self.hands[dealer])
            if tianhu and tianhu[0].value > reading.value:
                self._settle(dealer, tianhu[0], "tianhu", "self", self.liang, -1)
            else:
                self._settle(dealer, reading, "sanlong", "deal", UNKNOWN, -1)
        elif tianhu:
            compulsory = SELF in self.rules.must_win
            self.open_window(self.liang, dealer, "liang", [Claim(dealer, WIN, compulsory=compulsory)])
        else:
            self.opening_answered()

    def _tianhu(self) -> list[Reading]:
        hand = self.hands[self.dealer] - UNIT[self.liang]
        if best_value(hand, EMPTY_TABLE, self.liang, SELF, self.options.self_break) < 0:
            return []
        return scoring.hand_readings(hand, (), self.liang, SELF, self.options)

    def opening_answered(self) -> None:
        for seat in self.after(self.dealer):
            if scoring.is_sanlong(self.hands[seat]):
                self._settle(seat, scoring.sanlong_reading(self.hands[seat]), "sanlong", "deal", UNKNOWN, -1)
                return
        self.start_play()

    # --- claims

    def face_down(self, form: int) -> int:
        """GL-30, GL-O11."""
        if form == TI:
            return 4
        if form == WEI:
            return 3
        return 2 + (not self.options.guosao_show_one) if form == CHOUWEI else 0

    def may_win(self, seat: int, card: int, how: int) -> bool:
        """GL-29, GL-33 to GL-37, GL-40."""
        if self.dead[seat]:
            return False
        options = self.options
        least = options.min_hu
        return best_value(self.hands[seat], self.tables[seat], card, how, options.self_break, least) >= least

    def passed(self, seat: int, form: int, card: int) -> None:
        """GL-25 过张: declined, so barred for both."""
        bit = 1 << card
        self.stale[seat] |= bit
        self.no_chi[seat] |= bit
        self.no_peng[seat] |= bit

    def turn_to_eat_passed(self, seat: int, card: int) -> None:
        """GL-25: what passed while it could not be eaten stays barred for eating."""
        self.bar_eating(seat, card)

    def discarded_own(self, seat: int, card: int) -> None:
        """GL-25, GL-O9."""
        if self.options.own_discard_bars_chi:
            self.no_chi[seat] |= 1 << card

    # --- the end

    def win(self, seat: int, card: int, how: int, source: int, hand: int, melds: Sequence[Meld]) -> None:
        """GL-27 to GL-29, GL-34, GL-35, GL-38."""
        stale = bool(self.stale[seat] >> card & 1)
        reading = scoring.hand_readings(hand, self.sets_of(melds), card, how, self.options, stale)[0]
        self._settle(seat, reading, self._type(how, source), _HOW.get(how, "draw"), card, source)

    def _type(self, how: int, source: int) -> str:
        """What kind of win it is; exactly one (GL-42)."""
        if how == SELF:
            return "tianhu" if self.phase == "opening" else "zimo"
        if how != DISCARD:
            return "pinghu"
        first = source == self.dealer and self.discards_made == 1 and self.front == self.first_draw
        return "dihu" if first else "fangpao"

    def _settle(self, seat: int, reading: Reading, wtype: str, how: str, card: int, source: int) -> None:
        """Turn the 醒 cards, pay, finish (GL-41 to GL-50)."""
        options = self.options
        stock = self.wall[self.front : self.back]
        cards = scoring.winner_cards(self.hands[seat], self.sets_of(self.melds[seat]))
        flips = scoring.flips_of(cards, stock, card, options)
        self.flipped = flips.cards
        for flipped, xing in zip(flips.cards, flips.each, strict=True):
            self.emit("xing", seat, (flipped,), data=(xing,))
        zi = max(1, scoring.zi_of(reading.value, options))
        unit = scoring.unit_of(zi, flips.total, wtype, options)
        giver = source if source != seat else -1
        for transfer in scoring.payments(seat, unit, wtype, giver):
            self.pay(*transfer)
        steps = tuple(steps_of(reading, zi, flips, wtype, unit, options))
        sheet = Sheet(seat, how, card, giver, (), steps, 2 * unit, self.hands[seat], wtype)
        self.sheets = (sheet,)
        tiles = (card,) if card != UNKNOWN else ()
        self.emit("win", seat, tiles, source=giver, data=(how, wtype, unit, reading.value))
        facts = {"flips": flips.cards, "xing": flips.each, "type": wtype}
        self.finish("win", (seat,), scoring.next_dealer(self.dealer, seat, options), {}, facts)

    def exhausted(self) -> None:
        """GL-10, GL-51 荒庄."""
        self.finish("draw", (), scoring.next_dealer(self.dealer, None, self.options))

    def extras(self, seat: int | None) -> dict[str, Any]:
        return {**super().extras(seat), "flipped": list(self.flipped)}


def steps_of(reading: Reading, zi: int, flips: Flips, wtype: str, unit: int, options: GuilinOptions) -> list[Step]:
    """The calculation behind a payment, line by line (GL-39 to GL-50)."""
    steps = [Step(set_word(WORDS, form, tiles), set_value(form, tiles), tiles) for form, tiles in reading.sets]
    steps += [Step("hu", reading.value), Step("zi", zi)]
    if scoring.extra_zi(wtype, options):
        steps.append(Step("bonus_zi", 1, note=wtype))
    steps += [Step("flip", xing, (card,), note="+") for card, xing in zip(flips.cards, flips.each, strict=True)]
    if flips.cards:
        steps.append(Step("xing", flips.total, note="+"))
    fan = scoring.fan_of(wtype, options)
    if fan > 1:
        steps.append(Step("fan", fan, note=wtype))
    steps.append(Step("unit", unit))
    if wtype in scoring.DISCARDER_PAYS:
        steps.append(Step("discarder_pays", 2 * unit))
    return steps


RoundOf = GuilinRound
