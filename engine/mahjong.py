"""MahjongRound: draw, discard, claim — the flow that the mahjong-like games share.

A turn is: draw, then actions on the own turn until a discard; the discard (or a tile added to a pong) is offered along
a ladder that the game builds; if nobody takes it the next seat draws. Melds are ``pong``, ``kong`` (three in hand and
a discard), ``added_kong`` (fourth tile onto a pong) and ``concealed_kong``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar

from .actions import Action
from .claims import Claim, ClaimWindow
from .events import Event
from .melds import Meld
from .memo import Memo
from .round import Round
from .tiles import FOURS, ONE, ONES, SHIFT, UNIT

DISCARD: tuple[Action, ...] = tuple(Action.of("discard", (t,)) for t in range(48))
PONG: tuple[Action, ...] = tuple(Action.of("pong", (t,)) for t in range(48))
KONG: tuple[Action, ...] = tuple(Action.of("kong", (t,)) for t in range(48))
ADDED_KONG: tuple[Action, ...] = tuple(Action.of("added_kong", (t,)) for t in range(48))
CONCEALED_KONG: tuple[Action, ...] = tuple(Action.of("concealed_kong", (t,)) for t in range(48))


def _discards(start: int, held: int) -> tuple[Action, ...]:
    """The discards of the kinds that ``held`` marks (bit 0 of their places), the first being ``start``."""
    return tuple(DISCARD[start + r] for r in range(16) if held >> 3 * r & 1)


# Nine kinds are held or not in 512 ways, the at most twelve from kind 18 on in 4,096.
_LOW, _MIDDLE = (Memo(partial(_discards, start), 1 << 9) for start in (0, 9))
_HIGH = Memo(partial(_discards, 18), 1 << 12)
_SUIT = (1 << 27) - 1


def discards_of(hand: int) -> tuple[Action, ...]:
    """One discard action for each kind in the hand, in order of kind."""
    held = (hand | hand >> 1 | hand >> 2) & ONES
    return _LOW[held & _SUIT] + _MIDDLE[held >> 27 & _SUIT] + _HIGH[held >> 54]


def kongs_in(hand: int, melds: Iterable[Meld]) -> list[Action]:
    """By count alone: concealed kongs in order of kind, then kongs added to a pong in order of ``melds``."""
    found: list[Action] = []
    quads = hand & FOURS
    while quads:
        low = quads & -quads
        found.append(CONCEALED_KONG[low.bit_length() // 3 - 1])
        quads ^= low
    for meld in melds:
        if meld.kind == "pong" and hand >> SHIFT[meld.tiles[0]] & 7:
            found.append(ADDED_KONG[meld.tiles[0]])
    return found


# The two most frequent events are made once, like the actions: an event is a value.
_SEATS = 4
_DISCARDED = tuple(tuple(Event("discard", seat, tile) for tile in ONE) for seat in range(_SEATS))


def _drawn(why: str) -> tuple[tuple[Event, ...], ...]:
    """The events of a draw by seat and tile, which only that seat sees; ``why`` it is a replacement."""
    return tuple(tuple(Event("draw", s, tile, 1 << s, -1, (why,)) for tile in ONE) for s in range(_SEATS))


_DRAWN = Memo(_drawn, 8)
"""By why: an ordinary draw, and the replacements for kongs, flowers and the like."""


class MahjongRound(Round):
    """Adds to :class:`Round` the mahjong flow. A game gives ``turn_actions``, ``claims_on`` and what a win is."""

    REPLACEMENT_FROM_BACK: ClassVar[bool] = False

    def start_play(self) -> None:
        """The dealer's first turn, without a draw."""
        self.turn = self.dealer
        self.drawn = -1
        self.replacement = ""
        self.discards_made = 0
        self.prompts = {self.dealer: self.turn_actions(self.dealer)}

    # --- hooks --------------------------------------------------------------------------------------------------

    @abstractmethod
    def turn_actions(self, seat: int) -> tuple[Action, ...]:
        """What ``seat`` may do on its own turn, having drawn (or on the dealer's first turn)."""

    @abstractmethod
    def claims_on(self, tile: int, source: int) -> list[Claim]:
        """The ladder for a discard of ``tile`` by ``source``; empty when nobody may take it."""

    @abstractmethod
    def claims_on_kong(self, tile: int, source: int) -> list[Claim]:
        """The ladder of those who may rob ``tile`` being added to a pong of ``source``."""

    @abstractmethod
    def exhausted(self) -> None:
        """A draw is due and the wall is empty."""

    def kong_made(self, seat: int, meld: Meld) -> None:
        """A kong stands (an added one was not robbed); its money, if the game has any. The replacement follows."""

    def next_to_draw(self, seat: int) -> int:
        """Who draws when nobody takes the tile of ``seat``."""
        return (seat + 1) % self.seats

    # --- drawing ------------------------------------------------------------------------------------------------

    def draw(self, seat: int, replacement: str = "") -> None:
        """``seat`` draws a tile; ``replacement``: why it is a replacement (``kong`` …), empty for an ordinary draw."""
        if self.front >= self.back:
            self.exhausted()
            return
        if replacement and self.REPLACEMENT_FROM_BACK:
            self.back -= 1
            tile = self.wall[self.back]
        else:
            tile = self.wall[self.front]
            self.front += 1
        self.hands[seat] += UNIT[tile]
        self.turn = seat
        self.drawn = tile
        self.replacement = replacement
        self._events.append(_DRAWN[replacement][seat][tile])
        self.took(seat, tile)

    def took(self, seat: int, tile: int) -> None:
        """``tile`` has come into the hand of ``seat`` by a draw; by default it is asked what to do."""
        self.prompts = {seat: self.turn_actions(seat)}

    # --- own turn -----------------------------------------------------------------------------------------------

    def do_discard(self, seat: int, action: Action) -> None:
        tile = action.tiles[0]
        self.hands[seat] -= UNIT[tile]
        self.rivers[seat] += ONE[tile]
        self.drawn = -1
        self.discards_made += 1
        self.last = (tile, seat, "discard")
        self._events.append(_DISCARDED[seat][tile])
        ladder = self.claims_on(tile, seat)
        if ladder:
            self.open_window(tile, seat, "discard", ladder)
        else:
            self.draw(self.next_to_draw(seat))

    def do_concealed_kong(self, seat: int, action: Action) -> None:
        tile = action.tiles[0]
        self.hands[seat] -= 4 * UNIT[tile]
        meld = Meld("concealed_kong", (tile,) * 4)
        self.lay(seat, meld)
        self.kong_made(seat, meld)
        self.draw(seat, "kong")

    def do_added_kong(self, seat: int, action: Action) -> None:
        tile = action.tiles[0]
        self.hands[seat] -= UNIT[tile]
        self.drawn = -1
        self.last = (tile, seat, "kong")
        self.emit("adding_kong", seat, (tile,))
        ladder = self.claims_on_kong(tile, seat)
        if ladder:
            self.open_window(tile, seat, "kong", ladder)
        else:
            self.complete_added_kong(seat, tile)

    def complete_added_kong(self, seat: int, tile: int) -> None:
        """Nobody robbed it: the pong becomes a kong."""
        melds = self.melds[seat]
        at = next(i for i, m in enumerate(melds) if m.kind == "pong" and m.tiles[0] == tile)
        meld = Meld("added_kong", (tile,) * 4, melds[at].source, tile)
        self.melds[seat] = (*melds[:at], meld, *melds[at + 1 :])
        self.emit("added_kong", seat, (tile,) * 4)
        self.kong_made(seat, meld)
        self.draw(seat, "kong")

    def lay(self, seat: int, meld: Meld) -> None:
        """Add ``meld`` to the table and tell it."""
        self.melds[seat] += (meld,)
        up = len(meld.tiles) - meld.down
        self.emit(meld.kind, seat, meld.tiles, -1 if up == len(meld.tiles) else 1 << seat, meld.source)

    # --- claims -------------------------------------------------------------------------------------------------

    def pong_and_kong(self, tile: int, seat: int) -> tuple[Claim, ...]:
        """The kong and pong that ``seat`` could make of another's ``tile``: by count alone, kong first."""
        n = self.hands[seat] >> SHIFT[tile] & 7
        if n < 2:
            return ()
        if n == 3 and self.front < self.back:
            return (Claim(seat, KONG[tile]), Claim(seat, PONG[tile]))
        return (Claim(seat, PONG[tile]),)

    def claim_pong(self, seat: int, tile: int, source: int) -> None:
        """``seat`` pongs the discard and must discard next."""
        self.take_back(source)
        self.hands[seat] -= 2 * UNIT[tile]
        self.lay(seat, Meld("pong", (tile,) * 3, source, tile))
        self.must_discard(seat)

    def claim_kong(self, seat: int, tile: int, source: int) -> None:
        """``seat`` makes a kong of the discard and draws a replacement."""
        self.take_back(source)
        self.hands[seat] -= 3 * UNIT[tile]
        meld = Meld("kong", (tile,) * 4, source, tile)
        self.lay(seat, meld)
        self.kong_made(seat, meld)
        self.draw(seat, "kong")

    def must_discard(self, seat: int) -> None:
        """After a claim without a draw: only discards."""
        self.turn = seat
        self.drawn = -1
        self.replacement = ""
        self.prompts = {seat: self.discards(seat)}

    def discards(self, seat: int) -> tuple[Action, ...]:
        """The discards open to ``seat``."""
        return discards_of(self.hands[seat])

    def unclaimed(self, window: ClaimWindow) -> None:
        if window.how == "kong":
            self.complete_added_kong(window.source, window.tile)
        else:
            self.draw(self.next_to_draw(window.source))

    def set_aside(self) -> tuple[int, ...]:
        """The tile that is being added to a pong while others may rob it."""
        window = self.window
        return (window.tile,) if window is not None and window.how == "kong" else ()

    # --- kongs on the own turn ----------------------------------------------------------------------------------

    def own_kongs(self, seat: int) -> Sequence[Action]:
        """Concealed and added kongs open to ``seat`` by count alone (a wall tile must be left)."""
        return kongs_in(self.hands[seat], self.melds[seat]) if self.front < self.back else ()
