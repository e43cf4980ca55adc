"""What may be done when in three-player mahjong (TP-2 to TP-32, TP-71 to TP-76)."""

from __future__ import annotations

from typing import Any, ClassVar

from ...actions import PASS, WIN, Action
from ...claims import Claim, ClaimWindow
from ...mahjong import MahjongRound, discards_of
from ...melds import Meld
from ...tiles import UNIT, unpack
from . import legal, settlement
from .fans import bonus_fans, eight_flowers, honour_fan
from .kinds import BONUS, BONUS_SHIFT, FLOWERS, FLY, FLY_SHIFT, HONOURS, PLAY_MASK
from .readings import complete
from .scoring import (
    LIMIT_PAID,
    Score,
    Win,
    barred_kind,
    best_score,
    flies_owned,
    is_chow,
)
from .sheets import score_sheet, special_sheet

PASS_OR_WIN = (WIN, PASS)


class ThreePlayerRound(MahjongRound):
    """One hand of three-player mahjong."""

    HAND: ClassVar[int] = 13
    LISTS: ClassVar[tuple[str, ...]] = (*MahjongRound.LISTS, "bonus", "put_out")
    REPLACEMENT_FROM_BACK: ClassVar[bool] = True

    def begin(self) -> None:
        self.bonus = [0, 0, 0]  # flower areas, packed
        self.put_out = [0, 0, 0]  # flies put out (顿飞)
        self.chain = 0  # kongs directly after one another up to the last draw (TP-52)
        self.last_drawer = self.dealer
        self.discards_made = 0
        self.replacement = ""
        self.emit("deal", -1, data=(self.dealer, self.back - self.front))
        for seat in range(self.seats):
            self.emit("hand", seat, unpack(self.hands[seat]), 1 << seat)
        for seat in (self.dealer, *self.after(self.dealer)):
            self._replace_all(seat)
        self.phase = "opening"
        ladder = self._opening_wins()
        if ladder:
            self.open_window(-1, self.dealer, "opening", ladder)
        else:
            self._play()

    # --- the opening (TP-6, TP-7) ---------------------------------------------------------------------------

    def _replace_all(self, seat: int) -> None:
        """TP-6: expose the bonus tiles and draw as many from the back until none is held."""
        while self.hands[seat] >> BONUS_SHIFT:
            exposed = self.hands[seat] >> BONUS_SHIFT << BONUS_SHIFT
            self.hands[seat] -= exposed
            self.bonus[seat] += exposed
            tiles = unpack(exposed)
            self.emit("bonus", seat, tiles)
            for _ in tiles:
                self.back -= 1
                tile = self.wall[self.back]
                self.hands[seat] += UNIT[tile]
                self.emit("draw", seat, (tile,), 1 << seat, -1, ("opening",))

    def _opening_wins(self) -> list[Claim]:
        """TP-7: offers in seat order from the dealer; only when somebody has 八仙过海 or 起手四飞, for 天胡
        alone is offered on the dealer's own turn, which comes first anyway."""
        special = [s for s in (self.dealer, *self.after(self.dealer)) if self._special_limits(s, True)]
        if special and self.dealer not in special and complete(self.hands[self.dealer], 4, -1):
            special.insert(0, self.dealer)
        return [Claim(s, WIN) for s in special]

    def _special_limits(self, seat: int, opening: bool) -> list[str]:
        """Wins without a shape (TP-31)."""
        found = []
        if opening and self.hands[seat] >> FLY_SHIFT & 7 == 4:
            found.append("opening_flies")
        if eight_flowers(self.bonus[seat]):
            found.append("eight_flowers")
        return found

    def _play(self) -> None:
        self.phase = "play"
        self.start_play()

    # --- drawing --------------------------------------------------------------------------------------------

    def took(self, seat: int, tile: int) -> None:
        """TP-8, TP-9, TP-40: a bonus tile goes out and is replaced, unless it is the eighth flower and that
        wins."""
        if self.front >= self.back:
            self.last_drawer = seat
        if tile < BONUS:
            self.prompts = {seat: self.turn_actions(seat)}
            return
        self.hands[seat] -= UNIT[tile]
        self.bonus[seat] += UNIT[tile]
        self.drawn = -1
        self.chain = 0
        self.emit("bonus", seat, (tile,))
        if tile in FLOWERS and eight_flowers(self.bonus[seat]):
            self.phase = "eight_flowers"
            self.prompts = {seat: PASS_OR_WIN}
        else:
            self.draw(seat, "flower")

    def do_pass(self, seat: int, action: Action) -> None:
        """八仙过海 declined: the flower is replaced like any other."""
        self.phase = "play"
        self.prompts = {}
        self.draw(seat, "flower")

    # --- own turn -------------------------------------------------------------------------------------------

    def turn_actions(self, seat: int) -> tuple[Action, ...]:
        """TP-10 to TP-12, TP-16 to TP-19: the turn of a seat that has drawn (the dealer's first turn counts
        as such)."""
        hand = self.hands[seat]
        left = self.back - self.front
        acts: list[Action] = []
        melds = self.melds[seat]
        if complete(hand, 4 - len(melds), -1) and self._may_win_self(seat):
            acts.append(WIN)
        acts += legal.own_kongs(hand, melds, left)
        for meld in melds:
            if meld.kind in legal.FALSE_MELDS and legal.redeemable(meld, hand, self.drawn, self.options):
                acts.append(Action.of("redeem", meld.tiles))
        if hand >> FLY_SHIFT and left:
            acts.append(legal.PUT_FLY)
        return (*acts, *discards_of(hand & PLAY_MASK))

    def discards(self, seat: int) -> tuple[Action, ...]:
        """TP-11: only play tiles."""
        return discards_of(self.hands[seat] & PLAY_MASK)

    def do_discard(self, seat: int, action: Action) -> None:
        self.replacement = ""
        self.chain = 0
        super().do_discard(seat, action)

    def do_put_fly(self, seat: int, action: Action) -> None:
        """顿飞 (TP-12)."""
        self.hands[seat] -= UNIT[FLY]
        self.put_out[seat] += 1
        self.chain = 0
        self.emit("put_fly", seat, (FLY,))
        self.draw(seat, "dunfei")

    def do_redeem(self, seat: int, action: Action) -> None:
        """赎牌 (TP-19): the real tile for the fly; no tile is drawn and the turn goes on."""
        melds = self.melds[seat]
        at = next(
            i
            for i, m in enumerate(melds)
            if m.tiles == action.tiles and legal.redeemable(m, self.hands[seat], self.drawn, self.options)
        )
        kind = legal.missing_kind(melds[at])
        self.melds[seat] = (*melds[:at], legal.redeemed(melds[at]), *melds[at + 1 :])
        self.hands[seat] += UNIT[FLY] - UNIT[kind]
        if kind == self.drawn:
            self.drawn = FLY  # what came into the hand this turn is now the fly
        self.emit("redeem", seat, (kind, FLY), data=(at,))
        self.prompts = {seat: self.turn_actions(seat)}

    def kong_made(self, seat: int, meld: Meld) -> None:
        """TP-52: a kong made with the replacement of a kong lengthens the chain."""
        self.chain = self.chain + 1 if self.replacement == "kong" else 1

    # --- wins -----------------------------------------------------------------------------------------------

    def wind(self, seat: int) -> int:
        """TP-2: 0 East (the dealer), 1 South, 2 West."""
        return (seat - self.dealer) % 3

    def _self_win(self, seat: int) -> Win:
        first = self.drawn < 0 and self.discards_made == 0 and seat == self.dealer
        tile = self.drawn if self.drawn >= 0 else unpack(self.hands[seat])[-1]
        return Win(
            self.wind(seat),
            "self",
            tile,
            self.bonus[seat],
            self.put_out[seat],
            self.replacement,
            self.chain if self.replacement == "kong" else 0,
            not first and self.front >= self.back,
            tianhu=first,
        )

    def _may_win_self(self, seat: int) -> bool:
        made = best_score(self.hands[seat], self.melds[seat], self._self_win(seat), self.options)
        return made is not None and made.fan >= self.options.min_fan

    def _claimed_win(self, seat: int, tile: int, source: int, by: str) -> Win:
        discard = by == "discard"
        return Win(
            self.wind(seat),
            by,
            tile,
            self.bonus[seat],
            self.put_out[seat],
            last_tile=discard and self.front >= self.back,
            dihu=discard and source == self.dealer and self.discards_made == 1,
        )

    def _claimed_score(self, seat: int, tile: int, source: int, by: str) -> Score | None:
        """The score of a win on another's tile, None when it may not win (TP-25, TP-27)."""
        hand = self.hands[seat]
        sets = 4 - len(self.melds[seat])
        if not complete(hand + UNIT[tile], sets, -1):
            return None
        win = self._claimed_win(seat, tile, source, by)
        if not complete(hand + UNIT[tile], sets, barred_kind(hand, win, self.options)):
            return None
        made = best_score(hand + UNIT[tile], self.melds[seat], win, self.options)
        return made if made is not None and made.fan >= self.options.min_fan else None

    def do_win(self, seat: int, action: Action) -> None:
        if self.phase == "eight_flowers":
            self._special_win(seat, self._special_limits(seat, False))
            return
        win = self._self_win(seat)
        made = best_score(self.hands[seat], self.melds[seat], win, self.options)
        assert made is not None
        self._score_wins([(seat, win, made)], -1)

    def _special_win(self, seat: int, limits: list[str]) -> None:
        """TP-31, TP-38, TP-40: settled as a self-drawn 满胡."""
        owed = settlement.win_transfers(seat, LIMIT_PAID, "self", -1, self.options.base)
        self.sheets = (special_sheet(seat, self.hands[seat], limits, self.options.base),)
        self.emit("win", seat, data=("self", tuple(limits), LIMIT_PAID))
        for transfer in owed:
            self.pay(*transfer)
        self._end((seat,))

    def _score_wins(self, wins: list[tuple[int, Win, Score]], source: int) -> None:
        """TP-68 to TP-70, TP-29."""
        base = self.options.base
        for seat, win, made in wins:
            hand = self.hands[seat] + (UNIT[win.tile] if source >= 0 else 0)
            sheet = score_sheet(seat, source, hand, self.melds[seat], win, made, base, len(wins) > 1)
            self.sheets += (sheet,)
            shown = (win.tile,) if not win.tianhu else ()
            names = (*made.limits, *(name for name, _ in made.fans))
            self.emit("win", seat, shown, source=source, data=(win.by, names, made.pay_fan))
        if len(wins) == 1:
            seat, win, made = wins[0]
            owed = settlement.win_transfers(seat, made.pay_fan, win.by, source, base)
        else:
            owed = settlement.shared_transfers([(s, made.pay_fan) for s, _, made in wins], source, base)
        for transfer in owed:
            self.pay(*transfer)
        self._end(tuple(seat for seat, _, _ in wins))

    # --- claims ---------------------------------------------------------------------------------------------

    def claims_on(self, tile: int, source: int) -> list[Claim]:
        """TP-20 to TP-23, TP-29."""
        found: list[tuple[int, Action]] = []
        left = self.back - self.front
        seats = _AFTER[source]
        for seat in seats:
            if self._claimed_score(seat, tile, source, "discard") is not None:
                found.append((seat, WIN))
            if left:
                hand = self.hands[seat]
                options = legal.pongs(hand, tile, left)
                if seat == seats[0] and tile < HONOURS:
                    options += legal.chows(hand, tile, left, self.options.max_flies_in_chi)
                if options:
                    found += [(seat, a) for a in options if legal.leaves_a_discard(hand, a, tile)]
        if not found:
            return []
        if len(found) > 1:
            found = legal.claim_order(source, found, self.options.false_pon_tie)
        shared = self.options.multi_win == "all"
        return [Claim(seat, action, shared and action is WIN) for seat, action in found]

    def claims_on_kong(self, tile: int, source: int) -> list[Claim]:
        """TP-30 抢杠."""
        shared = self.options.multi_win == "all"
        return [
            Claim(seat, WIN, shared)
            for seat in _AFTER[source]
            if self._claimed_score(seat, tile, source, "rob_kong") is not None
        ]

    def accept(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:
        tile, source = window.tile, window.source
        seat, action = claims[0].seat, claims[0].action
        if window.how == "opening":
            limits = self._special_limits(seat, True)
            self.phase = "play"
            if limits:
                self._special_win(seat, limits)
            else:
                self.do_win(seat, action)
        elif action is WIN:
            if window.how == "kong":
                self.rivers[source] += (tile,)  # TP-30: the robbed seat counts as the discarder
            by = "rob_kong" if window.how == "kong" else "discard"
            wins = []
            for claim in claims:
                made = self._claimed_score(claim.seat, tile, source, by)
                assert made is not None
                wins.append((claim.seat, self._claimed_win(claim.seat, tile, source, by), made))
            self._score_wins(wins, source)
        elif action.kind == "pong":
            self.claim_pong(seat, tile, source)
        elif action.kind == "kong":
            self.claim_kong(seat, tile, source)
        else:
            self._claim_meld(seat, action, tile, source)

    def _claim_meld(self, seat: int, action: Action, tile: int, source: int) -> None:
        """真吃, 假吃, 假碰 (TP-13, TP-14)."""
        self.take_back(source)
        self.hands[seat] = legal.without(self.hands[seat], action.tiles, tile)
        self.lay(seat, Meld(action.kind, action.tiles, source, tile))
        self.must_discard(seat)

    def unclaimed(self, window: ClaimWindow) -> None:
        if window.how == "opening":
            self._play()
        else:
            super().unclaimed(window)

    # --- the end --------------------------------------------------------------------------------------------

    def exhausted(self) -> None:
        """TP-74."""
        self.emit("drawn", -1)
        self._end(())

    def _end(self, winners: tuple[int, ...]) -> None:
        flies = [flies_owned(self.hands[s], self.melds[s], self.put_out[s]) for s in range(3)]
        if winners or self.options.fly_on_draw:  # TP-71
            for transfer in settlement.fly_transfers(flies, self.options.fly_unit, self.options.base):
                self.pay(*transfer)
        following = settlement.next_dealer(winners, self.last_drawer)
        self.finish("win" if winners else "draw", winners, following, facts={"flies": flies})

    # --- views ----------------------------------------------------------------------------------------------

    def set_aside(self) -> tuple[int, ...]:
        """Flower areas and flies put out."""
        areas = tuple(t for area in self.bonus for t in unpack(area))
        return (*super().set_aside(), *areas, *(FLY,) * sum(self.put_out))

    def extras(self, seat: int | None) -> dict[str, Any]:
        own = 0 if seat is None else flies_owned(self.hands[seat], self.melds[seat], self.put_out[seat])
        return {
            "winds": [self.wind(s) for s in range(3)],
            "bonus": [list(unpack(b)) for b in self.bonus],
            "put_flies": list(self.put_out),
            "shown_flies": [flies_owned(0, self.melds[s], self.put_out[s]) for s in range(3)],
            "table_fan": [self._table_fan(s) for s in range(3)],
            "flies": own,
            "discards_made": self.discards_made,
            "replacement": self.replacement,
        }

    def _table_fan(self, seat: int) -> int:
        """The fan that everybody can see: bonus tiles, honours laid out, put-out flies."""
        wind = self.wind(seat)
        fan = len(bonus_fans(self.bonus[seat], wind, self.options.bamboo_chrys_swap)) + self.put_out[seat]
        for meld in self.melds[seat]:
            if meld.tiles[0] >= HONOURS and not is_chow(meld):
                fan += honour_fan(meld.tiles[0], wind)
        return fan


_AFTER = ((1, 2), (2, 0), (0, 1))

RoundOf = ThreePlayerRound
