"""What may be done when in Sichuan mahjong (SC-1 to SC-18, SC-24 to SC-31, SC-52 to SC-71)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, ClassVar

from ...actions import PASS, WIN, Action
from ...claims import Claim, ClaimWindow
from ...hands import SHAPE, SUIT_MASK
from ...mahjong import MahjongRound, discards_of
from ...melds import Meld
from ...results import Sheet, Step
from ...settlement import Transfer
from ...shuffle import dice
from ...tiles import ONES, SHIFT, UNIT, pack, unpack
from . import settlement
from .scoring import Situation, points, score

VOID = tuple(Action.of("void", (9 * s,)) for s in range(3))
SUIT_BITS = tuple(SUIT_MASK << (27 * s) for s in range(3))
LAST_FOUR = 3
"""SC-30: at most this many tiles are left in the wall after the draw of one of the last four."""


class SichuanRound(MahjongRound):
    """One hand of Sichuan mahjong."""

    HAND = 13
    LISTS: ClassVar[tuple[str, ...]] = (*MahjongRound.LISTS, "meld_suits", "locked", "late")

    def begin(self) -> None:
        self.won: tuple[int, ...] = ()
        self.gone = False, False, False, False
        self.departed: tuple[int, ...] = ()
        self.forfeited: tuple[int, ...] = ()
        self.booked: tuple[Transfer, ...] = ()
        self.first_win: tuple[str, tuple[int, ...], int] | None = None
        self.meld_suits = [0, 0, 0, 0]
        self.locked = [0, 0, 0, 0]  # SC-28: highest declined value since the own last turn
        self.late = [0, 0, 0, 0]  # tiles drawn among the last four of the wall (SC-30 wall_tile)
        self.voids: tuple[int, ...] = ()
        self.direction = 0
        self.kong_discard = False
        self.discards_made = 0
        self.emit("deal", -1, data=(self.dealer, self.back - self.front))
        for seat in range(self.seats):
            self.emit("hand", seat, unpack(self.hands[seat]), 1 << seat)
        if self.options.exchange == "dice":
            self.phase = "exchange"
            self.ask_all({s: _exchanges(self.hands[s]) for s in range(self.seats)})
        else:
            self._ask_voids()

    # --- exchange and void suits (SC-68, SC-69) -----------------------------------------------------------------

    def _ask_voids(self) -> None:
        if self.options.void_suit == "on":
            self.phase = "void"
            self.ask_all(dict.fromkeys(range(self.seats), VOID))
        else:
            self.phase = "play"
            self.start_play()

    def all_answered(self, answers: dict[int, Action]) -> None:
        if self.phase == "exchange":
            self._exchange(answers)
            self._ask_voids()
        else:
            self.voids = tuple(answers[s].tiles[0] // 9 for s in range(self.seats))
            self.emit("voids", -1, tuple(answers[s].tiles[0] for s in range(self.seats)))
            self.phase = "play"
            self.start_play()

    def _exchange(self, answers: dict[int, Action]) -> None:
        self.direction = dice(self.seed, "exchange", 3) + 1
        self.emit("exchange", -1, data=(self.direction,))
        for seat, action in sorted(answers.items()):
            to = (seat + self.direction) % self.seats
            self.hands[seat] -= pack(action.tiles)
            self.hands[to] += pack(action.tiles)
            self.emit("exchanged", to, action.tiles, 1 << seat | 1 << to, seat)

    def _holds_void(self, seat: int) -> bool:
        return bool(self.voids) and bool(self.hands[seat] & SUIT_BITS[self.voids[seat]])

    # --- winning shapes -----------------------------------------------------------------------------------------

    def completes(self, seat: int, hand: int) -> bool:
        """SC-19 to SC-23, SC-69: whether ``hand`` (concealed, with the winning tile) is complete for ``seat``."""
        a = hand & SUIT_MASK
        b = hand >> 27 & SUIT_MASK
        c = hand >> 54
        if not (SHAPE[a] * SHAPE[b] * SHAPE[c] == 2 or (not hand & ONES and not self.melds[seat])):
            return False
        suits = self.meld_suits[seat] | (1 if a else 0) | (2 if b else 0) | (4 if c else 0)
        return suits != 7 and not (self.voids and hand & SUIT_BITS[self.voids[seat]])

    def _value(self, seat: int, hand: int, situation: Situation) -> int:
        """V of a complete hand, 0 when it may not win (SC-22)."""
        made = score(hand, self._melds_of(seat), situation, self.options)
        return made.value if made is not None else 0

    def _melds_of(self, seat: int) -> tuple[tuple[str, int], ...]:
        return tuple((m.kind, m.tiles[0]) for m in self.melds[seat])

    def _situation(self, by: str, seat: int, source: int = -1) -> Situation:
        last = self.front >= self.back
        if by == "self":
            heavenly = (
                seat == self.dealer and not self.discards_made and not self.replacement and not self.melds[seat]
            )
            return Situation(by, self.replacement == "kong", tianhu=heavenly, last_tile=last)
        return Situation(
            by,
            dihu=by == "discard" and source == self.dealer and self.discards_made == 1,
            kong_discard=by == "discard" and self.kong_discard,
            last_tile=by == "discard" and last,
        )

    # --- turns --------------------------------------------------------------------------------------------------

    def took(self, seat: int, tile: int) -> None:
        if self.front > len(self.wall) - 4:
            self.late[seat] += UNIT[tile]
        self.locked[seat] = 0  # SC-29
        self.prompts = {seat: self.turn_actions(seat)}

    def must_discard(self, seat: int) -> None:
        self.locked[seat] = 0  # SC-29: an own claim starts the own turn too
        super().must_discard(seat)

    def turn_actions(self, seat: int) -> tuple[Action, ...]:
        hand = self.hands[seat]
        acts: tuple[Action, ...] = ()
        if self.completes(seat, hand) and self._may_win_self(seat, hand):
            late = self.drawn >= 0 and bool(self.late[seat] >> SHIFT[self.drawn] & 7)
            if settlement.must_win(self.back - self.front, late, self.options):
                return (WIN,)
            acts = (WIN,)
        kongs = self.own_kongs(seat)
        if kongs:
            if self.voids:
                kongs = [k for k in kongs if k.tiles[0] // 9 != self.voids[seat]]
            acts += tuple(kongs)
        return acts + self.discards(seat)

    def _may_win_self(self, seat: int, hand: int) -> bool:
        return self.options.min_fan == 1 or self._value(seat, hand, self._situation("self", seat)) > 0

    def discards(self, seat: int) -> tuple[Action, ...]:
        hand = self.hands[seat]
        if self.voids:
            hand = hand & SUIT_BITS[self.voids[seat]] or hand
        return discards_of(hand)

    def do_discard(self, seat: int, action: Action) -> None:
        self.kong_discard = self.replacement == "kong"
        late = self.late[seat]
        tile = action.tiles[0]
        self.late_discard = bool(late) and bool(late >> SHIFT[tile] & 7)
        if self.late_discard:
            self.late[seat] -= UNIT[tile]
        super().do_discard(seat, action)

    def do_win(self, seat: int, action: Action) -> None:
        self._win("self", self.drawn, seat, (seat,))

    def next_to_draw(self, seat: int) -> int:
        """SC-2, SC-53: the next seat still in."""
        seat = (seat + 1) % 4
        if self.won:
            while self.gone[seat]:
                seat = (seat + 1) % 4
        return seat

    # --- claims -------------------------------------------------------------------------------------------------

    def claims_on(self, tile: int, source: int) -> list[Claim]:
        """SC-9 to SC-11, SC-16, SC-18: wins of every seat, then the kong or pong of one."""
        ladder = self._wins_on(tile, source, "discard")
        if self.front >= self.back:
            return ladder
        shift = SHIFT[tile]
        for seat in _AFTER[source]:
            if self.hands[seat] >> shift & 6 and not self.gone[seat]:
                if not (self.voids and self.voids[seat] == tile // 9):
                    ladder += self.pong_and_kong(tile, seat)
                break
        return ladder

    def claims_on_kong(self, tile: int, source: int) -> list[Claim]:
        """SC-17 抢杠."""
        self.late_discard = bool(self.late[source] >> SHIFT[tile] & 7)
        return self._wins_on(tile, source, "rob_kong")

    def _wins_on(self, tile: int, source: int, by: str) -> list[Claim]:
        """SC-25: every seat that may win, from the next seat on; SC-28 bars, SC-30 compels."""
        wins: list[Claim] = []
        unit = UNIT[tile]
        for seat in _AFTER[source]:
            if self.gone[seat]:
                continue
            hand = self.hands[seat] + unit
            # Most hands fail in their first suit; the rest of the question is asked only when it does not.
            if not SHAPE[hand & SUIT_MASK] and (self.melds[seat] or hand & ONES):
                continue
            if not self.completes(seat, hand):
                continue
            if self.locked[seat] or self.options.min_fan > 1:
                value = self._value(seat, hand, self._situation(by, seat, source))
                if not value or not settlement.may_win_after_passing(self.locked[seat], value, by):
                    continue
            forced = settlement.must_win(self.back - self.front, self.late_discard, self.options)
            wins.append(Claim(seat, WIN, shared=True, compulsory=forced))
        return wins

    def declined(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:
        """SC-28 弃胡: remember the highest value declined."""
        by = "discard" if window.how == "discard" else "rob_kong"
        for claim in claims:
            if claim.action is WIN:
                seat = claim.seat
                hand = self.hands[seat] + UNIT[window.tile]
                value = self._value(seat, hand, self._situation(by, seat, window.source))
                self.locked[seat] = max(self.locked[seat], value)

    def accept(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:
        first = claims[0]
        tile, source = window.tile, window.source
        if first.action is WIN:
            if window.how == "kong":
                self.rivers[source] += (tile,)  # SC-17: the robbed tile counts as discarded
            by = "discard" if window.how == "discard" else "rob_kong"
            self._win(by, tile, source, tuple(c.seat for c in claims))
        elif first.action.kind == "pong":
            self.claim_pong(first.seat, tile, source)
        else:
            self.claim_kong(first.seat, tile, source)

    def lay(self, seat: int, meld: Meld) -> None:
        self.meld_suits[seat] |= 1 << meld.tiles[0] // 9
        super().lay(seat, meld)

    def kong_made(self, seat: int, meld: Meld) -> None:
        """SC-50: kong money moves at once."""
        active = [s for s in range(4) if not self.gone[s]]
        for t in settlement.kong_payments(meld.kind, seat, meld.source, active, self.options):
            self.pay(*t)

    # --- wins and the end ---------------------------------------------------------------------------------------

    def _win(self, by: str, tile: int, source: int, winners: tuple[int, ...]) -> None:
        """One win event: values, booked money (SC-56), and what follows (SC-52 to SC-55)."""
        active = [s for s in range(4) if not self.gone[s]]
        for seat in winners:
            situation = self._situation(by, seat, source)
            hand = self.hands[seat] + (UNIT[tile] if by != "self" else 0)
            made = score(hand, self._melds_of(seat), situation, self.options)
            assert made is not None
            owed = settlement.win_payments(seat, made.value, by, source, active, self.options)
            self.booked += tuple(owed)
            steps = [Step("fan", v, note=name) for name, v in made.fans]
            steps += [Step("points", points(made.value, self.options)), Step("base", self.options.base)]
            if self.options.self_draw == "plus_base" and by == "self":
                steps.append(Step("self_draw_base", self.options.base))
            gain = sum(t.amount for t in owed)
            self.sheets += (
                Sheet(
                    seat, by, tile, source if by != "self" else -1, made.fans, tuple(steps), gain, hand, made.label
                ),
            )
            self.emit(
                "win", seat, (tile,) if tile >= 0 else (), source=source, data=(by, made.label, made.value, made.fans)
            )
        if self.first_win is None:
            self.first_win = (by, winners, source)
        self.won += winners
        self.gone = tuple(s in self.won for s in range(4))  # type: ignore[assignment]
        self.prompts = {}
        if self.options.mode == "normal" or len(self.won) >= 3:
            self._settle()
        else:
            self.draw(settlement.next_after_win(by, source, winners, self.won, self.options))

    def exhausted(self) -> None:
        """SC-58 流局."""
        still_in = {s: (self.hands[s], self._melds_of(s)) for s in range(4) if not self.gone[s]}
        kong_money = [t for t in self.transfers if t.reason in settlement.KONG_REASONS]
        drawn = settlement.settle_draw(still_in, self.won, kong_money, self.options, self.voids)
        self.emit("drawn", -1, data=(drawn.pigs, tuple(drawn.ready.items()), drawn.not_ready))
        for t in (*drawn.huazhu, *drawn.dajiao, *drawn.refund):
            self.pay(*t)
        self._settle({"pigs": drawn.pigs, "ready": tuple(drawn.ready.items()), "not_ready": drawn.not_ready})

    def _settle(self, facts: dict[str, Any] | None = None) -> None:
        for t in self.booked:
            if t.payee not in self.forfeited:  # SC-57
                self.pay(*t)
        following = settlement.next_dealer(self.dealer, self.first_win, False, self.options)
        if following is None:
            following = dice(self.seed, "dealer", 4)
        kind = "draw" if facts is not None else "win"
        self.finish(kind, self.won, following, facts={**(facts or {}), "forfeited": self.forfeited})

    def may_leave(self, seat: int) -> bool:
        """SC-57: a winner may go before a blood battle ends."""
        return self.result is None and self.gone[seat] and seat not in self.departed

    def left(self, seat: int) -> None:
        self.departed += (seat,)
        if self.options.early_leave_forfeit:
            self.forfeited += (seat,)
        self.emit("left", seat)

    # --- views --------------------------------------------------------------------------------------------------

    def out(self) -> tuple[bool, ...]:
        return self.gone

    def extras(self, seat: int | None) -> dict[str, Any]:
        return {
            "won": [(s.seat, s.how, s.tile, s.points) for s in self.sheets],
            "voids": list(self.voids),
            "direction": self.direction,
            "discards_made": self.discards_made,
            "locked": self.locked[seat] if seat is not None else 0,
        }


_AFTER = tuple(tuple((s + i) % 4 for i in range(1, 4)) for s in range(4))


def _exchanges(hand: int) -> tuple[Action, ...]:
    """SC-68: every choice of three tiles of one suit."""
    found: list[Action] = []
    for bits in SUIT_BITS:
        tiles = unpack(hand & bits)
        found += [Action.of("exchange", t) for t in sorted(set(combinations(tiles, 3)))]
    return tuple(found)


RoundOf = SichuanRound
__all__ = ["PASS", "RoundOf", "SichuanRound"]
