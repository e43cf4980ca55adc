"""What may be done when in Paohuzi (PH-11 to PH-44, PH-52, PH-53)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ...actions import WIN
from ...claims import Claim
from ...melds import Meld
from ...results import Sheet, Step
from ...revealed import RevealedRound
from ...tiles import UNIT, UNKNOWN
from ...zipai import CHI, CHOUWEI, PENG, TI, WEI, set_value, set_word
from ...zipai_hands import DISCARD, DRAW, EMPTY_TABLE, SELF, best_value
from . import scoring
from .options import PaohuziOptions
from .scoring import SEATS, WORDS, Win

_FACE_DOWN = {WEI: 3, CHOUWEI: 2, TI: 3}


class PaohuziRound(RevealedRound):
    """One hand of Paohuzi."""

    WORDS = WORDS
    LISTS: ClassVar[tuple[str, ...]] = (*RevealedRound.LISTS, "chouhu")
    options: PaohuziOptions

    # --- opening (PH-31 to PH-36)

    def opening(self) -> None:
        """三提五坎 wins by itself; else the 亮张 is offered."""
        self.chouhu: list[tuple[tuple[int, int], ...]] = [()] * SEATS
        order = (self.dealer, *self.after(self.dealer))
        for seat in order:
            without = self.hands[seat] - (UNIT[self.liang] if seat == self.dealer else 0)
            by_liang = seat == self.dealer and not scoring.is_tianhu35(without)
            win = scoring.tianhu35_of(self.hands[seat], self.options, by_liang)
            if win is not None:
                self._settle(seat, win, "deal", -1, -1, ["tianhu35", *["zimo"] * by_liang])
                return
        claims = [Claim(seat, WIN) for seat in order if self._wins_liang(seat)]
        if claims:
            self.open_window(self.liang, self.dealer, "liang", claims)
        else:
            self.start_play()

    def _wins_liang(self, seat: int) -> bool:
        """PH-34, PH-35: for the dealer an own draw, for the others another's."""
        hand, how = self.hands[seat], DRAW
        if seat == self.dealer:
            hand, how = hand - UNIT[self.liang], SELF
        best = best_value(hand, EMPTY_TABLE, self.liang, how, self.options.self_break)
        return best >= self.options.min_xi

    def opening_answered(self) -> None:
        self.start_play()

    # --- claims

    def face_down(self, form: int) -> int:
        """PH-21."""
        return _FACE_DOWN.get(form, 0)

    def may_win(self, seat: int, card: int, how: int) -> bool:
        """PH-27, PH-30, PH-38 to PH-42: never on a discard."""
        if how == DISCARD or self.dead[seat]:
            return False
        table, least = self.tables[seat], self.options.min_xi
        if best_value(self.hands[seat], table, card, how, self.options.self_break, least) < least:
            return False
        return (card, table.value) not in self.chouhu[seat]

    def win_declined(self, seat: int, card: int) -> None:
        """PH-30 臭胡: the latest value counts."""
        others = tuple(entry for entry in self.chouhu[seat] if entry[0] != card)
        self.chouhu[seat] = (*others, (card, self.tables[seat].value))

    def passed(self, seat: int, form: int, card: int) -> None:
        """PH-28 臭牌, PH-O5."""
        bit = 1 << card
        self.stale[seat] |= bit
        if form == CHI or not self.options.split_chou:
            self.no_chi[seat] |= bit
        if form == PENG or not self.options.split_chou:
            self.no_peng[seat] |= bit

    def discarded_own(self, seat: int, card: int) -> None:
        """PH-29."""
        self.no_chi[seat] |= 1 << card
        self.no_peng[seat] |= 1 << card

    # --- the end

    def win(self, seat: int, card: int, how: int, source: int, hand: int, melds: Sequence[Meld]) -> None:
        """PH-43, PH-44, PH-47, PH-50."""
        liang = self.phase == "opening"
        last_card = not liang and self.front >= self.back
        win = scoring.win_of(
            hand,
            self.sets_of(melds),
            card,
            how,
            self.options,
            tianhu=liang,
            last_card=last_card,
            stale=bool(self.stale[seat] >> card & 1),
        )
        assert win is not None
        marks = ["tianhu"] * liang + ["zimo"] * (how == SELF) + ["haidi"] * last_card
        self._settle(seat, win, "self" if how == SELF else "draw", card, source, marks)

    def _settle(self, seat: int, win: Win, how: str, card: int, source: int, marks: list[str]) -> None:
        """PH-11, PH-51; the sheet shows every step from the sets to the payment."""
        giver = source if source != seat else -1
        for transfer in scoring.payments(seat, win.pay):
            self.pay(*transfer)
        label = marks[0] if marks and marks[0].startswith("tianhu") else win.fans[0][0] if win.fans else "pinghu"
        self.sheets = (
            Sheet(
                seat,
                how,
                card,
                giver,
                win.fans,
                tuple(steps_of(win, marks)),
                2 * win.pay,
                self.hands[seat],
                label,
            ),
        )
        tiles = (card,) if card != UNKNOWN else ()
        self.emit("win", seat, tiles, source=giver, data=(how, label, win.pay, win.fans, tuple(marks)))
        self._finish("win", seat, {"marks": tuple(marks)})

    def exhausted(self) -> None:
        """PH-37 荒庄."""
        self._finish("draw", None, {})

    def _finish(self, kind: str, winner: int | None, facts: dict[str, Any]) -> None:
        following, huang = scoring.next_dealer(self.dealer, winner, self.carry.get("huang", 0))
        self.finish(kind, () if winner is None else (winner,), following, {"huang": huang}, facts)

    def extras(self, seat: int | None) -> dict[str, Any]:
        facts = super().extras(seat)
        facts["huang"] = self.carry.get("huang", 0)
        if seat is not None:
            facts["chouhu"] = [list(entry) for entry in self.chouhu[seat]]
        return facts


def steps_of(win: Win, marks: Sequence[str]) -> list[Step]:
    """The calculation behind a payment, line by line (PH-45 to PH-51)."""
    steps = [Step(set_word(WORDS, form, tiles), set_value(form, tiles), tiles) for form, tiles in win.sets]
    steps.append(Step("xi", win.xi))
    tianhu = any(mark.startswith("tianhu") for mark in marks)
    if tianhu:
        steps.append(Step("doubled", 2 * win.xi))
    steps.append(Step("base", scoring.base_of(win.xi, False, tianhu)))
    if "zimo" in marks:
        steps.append(Step("zimo", 1, note="+"))
    steps += [Step("fan", value, note=name) for name, value in win.fans]
    if "haidi" in marks:
        steps.append(Step("haidi", win.fan - scoring.fan_of(win.fans, False), note="+"))
    steps += [Step("fans", win.fan, note="x"), Step("pay", win.pay)]
    return steps


RoundOf = PaohuziRound
