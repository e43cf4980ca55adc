"""What may be done when in Nantong changpai (NT-1 to NT-28, NT-48)."""

from __future__ import annotations

from typing import Any, ClassVar

from ...actions import WIN, Action
from ...claims import Claim, ClaimWindow
from ...mahjong import DISCARD, MahjongRound, discards_of
from ...melds import Meld
from ...results import Sheet
from ...tiles import SHIFT, UNIT, unpack
from .legal import OPENING_COPIES, claims, declarations, robbers
from .readings import complete
from .scoring import Win, rounded, settle_hu, tally, waits
from .sheets import loser_sheet, winner_sheet

BAOTING = Action.of("baoting")


class NantongRound(MahjongRound):
    """One hand of Nantong changpai: the preparation phase, then the play."""

    HAND: ClassVar[int] = 22
    REPLACEMENT_FROM_BACK: ClassVar[bool] = True

    def begin(self) -> None:
        self.flips: tuple[int, int] = (self.wall[self.front], self.wall[self.front + 1])
        self.front += 2
        self.locked: tuple[bool, ...] = (False, False, False)
        self.opening_card = -1  # the dealer's last replacement for an opening declaration
        self.discards_made = 0
        self.replacement = ""
        self.phase = "opening"
        self.emit("deal", -1, data=(self.dealer, self.back - self.front))
        for seat in range(self.seats):
            self.emit("hand", seat, unpack(self.hands[seat]), 1 << seat)
        self.emit("flips", -1, self.flips)
        self._prepare_from(self.dealer)

    # --- preparation (NT-9 to NT-15) ------------------------------------------------------------------------

    def _prepare_from(self, seat: int) -> None:
        """Ask ``seat``, or the first seat after it that has something to declare; then the dealer plays.

        The question is a window like those on a discard, so that the table does not show who was asked and passed.
        """
        while True:
            choices = self._opening_choices(seat)
            if choices:
                self.open_window(-1, seat, "opening", [Claim(seat, a) for a in choices])
                return
            seat = (seat + 1) % 3
            if seat == self.dealer:
                break
        self.phase = "play"
        self.start_play()

    def _opening_choices(self, seat: int) -> list[Action]:
        """Declarations not yet made, of dealt cards only (NT-9), and 报听 (NT-14)."""
        hand = self.hands[seat]
        found = [
            Action.of(kind, (card,))
            for kind, card in declarations(self.dealt[seat], self.flips)
            if hand >> SHIFT[card] & 7 >= OPENING_COPIES[kind]
        ]
        if seat != self.dealer and waits(hand, self.melds[seat]):
            found.append(BAOTING)
        return found

    def _declare(self, seat: int, action: Action) -> None:
        kind, card = action.kind, action.tiles[0]
        copies = OPENING_COPIES[kind]
        self.hands[seat] -= copies * UNIT[card]
        self.lay(seat, Meld(kind, (card,) * copies))
        for _ in range({"opening_quad": 1, "opening_triplet": 0, "tiandi": 2}[kind]):
            self.back -= 1
            drawn = self.wall[self.back]
            self.hands[seat] += UNIT[drawn]
            if seat == self.dealer:
                self.opening_card = drawn
            self.emit("draw", seat, (drawn,), 1 << seat, -1, ("opening",))
        self._prepare_from(seat)

    def _lock(self, seat: int) -> None:
        """NT-14: from here on the seat only wins or discards what it draws."""
        self.locked = tuple(s == seat or was for s, was in enumerate(self.locked))
        self.emit("baoting", seat)
        self._prepared(seat)

    def _prepared(self, seat: int) -> None:
        """The seat is ready and declares nothing more."""
        following = (seat + 1) % 3
        if following == self.dealer:
            self.phase = "play"
            self.start_play()
        else:
            self._prepare_from(following)

    # --- turns ----------------------------------------------------------------------------------------------

    def turn_actions(self, seat: int) -> tuple[Action, ...]:
        """NT-17 to NT-20; NT-26 for a seat that has declared ready."""
        hand = self.hands[seat]
        acts = (WIN,) if complete(hand) else ()
        if self.locked[seat]:
            return (*acts, DISCARD[self.drawn])
        kongs = self.own_kongs(seat)
        return (*acts, *kongs, *discards_of(hand)) if acts or kongs else discards_of(hand)

    def lay(self, seat: int, meld: Meld) -> None:
        if meld.kind == "concealed_kong" and not self.options.angang_visible:  # NT-O5
            meld = meld._replace(down=4)
        super().lay(seat, meld)

    def do_win(self, seat: int, action: Action) -> None:
        if self.drawn >= 0:
            last = self.front >= self.back
            win = Win("self", self.drawn, self.replacement == "kong", last, self.locked[seat])
        elif self.opening_card >= 0 and not self.options.tianhu_after_replacement:
            # NT-O6: a replacement counts as drawing, so this is a plain self-draw of the last one.
            win = Win("self", self.opening_card)
        else:
            win = Win("initial", tianhu=True)
        self._won(seat, win, -1)

    # --- claims ---------------------------------------------------------------------------------------------

    def claims_on(self, tile: int, source: int) -> list[Claim]:
        return claims(self.hands, self.melds, self.locked, source, tile, self.back - self.front)

    def claims_on_kong(self, tile: int, source: int) -> list[Claim]:
        return robbers(self.hands, self.melds, source, tile)

    def accept(self, window: ClaimWindow, accepted: tuple[Claim, ...]) -> None:
        claim = accepted[0]
        seat, tile, source = claim.seat, window.tile, window.source
        if claim.action is BAOTING:
            self._lock(seat)
        elif window.how == "opening":
            self._declare(seat, claim.action)
        elif claim.action is WIN:
            robbed = window.how == "kong"
            if robbed:
                self.rivers[source] += (tile,)
            dihu = not robbed and self.discards_made == 1
            by = "rob_kong" if robbed else "discard"
            self._won(seat, Win(by, tile, baoting=self.locked[seat], dihu=dihu), source)
        elif claim.action.kind == "pong":
            self.claim_pong(seat, tile, source)
        else:
            self.claim_kong(seat, tile, source)

    def unclaimed(self, window: ClaimWindow) -> None:
        if window.how == "opening":
            self._prepared(window.source)
        else:
            super().unclaimed(window)

    # --- the end --------------------------------------------------------------------------------------------

    def _won(self, winner: int, win: Win, source: int) -> None:
        """NT-29 to NT-47."""
        hand = self.hands[winner]
        if source >= 0:
            hand += UNIT[win.tile]
        made = tally(hand, self.melds[winner], self.flips, win, self.options)
        assert made is not None
        self.emit(
            "win",
            winner,
            (win.tile,) if win.tile >= 0 else (),
            source=source,
            data=(win.source, made.shape, rounded(made.raw), made.doubles),
        )
        self._settle(winner, winner_sheet(winner, win, source, hand, made, self.flips))

    def exhausted(self) -> None:
        """NT-48 荒牌: the base hu still settle."""
        self.emit("drawn", -1)
        self._settle(-1, None)

    def _settle(self, winner: int, won: Sheet | None) -> None:
        self.sheets = tuple(
            won
            if seat == winner and won is not None
            else loser_sheet(seat, self.hands[seat], self.melds[seat], self.flips, self.options, won is None)
            for seat in range(3)
        )
        for transfer in settle_hu([sheet.points for sheet in self.sheets]):
            self.pay(*transfer)
        following = (self.dealer + 1) % 3  # NT-3
        if won is None:
            self.finish("draw", (), following)
        else:
            self.finish("win", (winner,), following)

    # --- views ----------------------------------------------------------------------------------------------

    def set_aside(self) -> tuple[int, ...]:
        """The flips belong to nobody (NT-5)."""
        return (*super().set_aside(), *self.flips)

    def extras(self, seat: int | None) -> dict[str, Any]:
        return {
            "flips": list(self.flips),
            "baoting": list(self.locked),
            "discards_made": self.discards_made,
            "replacement": self.replacement,
        }


RoundOf = NantongRound
