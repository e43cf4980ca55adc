"""RevealedRound: turn a card, show it, offer it — the flow that the character-card games share.

A seat turns the top card of the stock. If it must make a set with it, it does so unseen; otherwise the card
is shown and offered along the ladder of :mod:`engine.zipai_claims`. A card that nobody takes stays in the
river of the seat it came from, and the next seat draws. A game says what wins, what a passed card means,
and how a round is paid.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from .actions import PASS, WIN, Action
from .claims import Claim, ClaimWindow
from .events import Event
from .melds import Meld
from .tiles import ONE, UNIT, unpack
from .zipai import (
    CHI,
    HAND_CARDS,
    KINDS,
    PAO,
    PENG,
    SEATS,
    TI,
    kinds_in,
    must_discard,
    quad_mask,
)
from .zipai_actions import EATS_OF, PENGS_OF
from .zipai_claims import (
    Rung,
    Stand,
    can_discard,
    eating_turns,
    ladder,
    own_forced_set,
    stand_of,
    total_cards,
)
from .zipai_hands import DISCARD, DRAW, EMPTY_TABLE, SELF
from .zipai_seats import SeatsRound

OwnWin = tuple[int, int, tuple[Meld, ...]]
"""A win open to the seat on its own turn: the card, and hand and melds as they were before it."""


class RevealedRound(SeatsRound):
    """Adds to :class:`SeatsRound` the flow of the character-card games."""

    HAND = HAND_CARDS
    DEALER_EXTRA = 0

    # --- what a game brings

    @abstractmethod
    def may_win(self, seat: int, card: int, how: int) -> bool:
        """Whether the seat may win with a card that comes ``how`` (SELF, DRAW, DISCARD), before taking it."""

    @abstractmethod
    def win(self, seat: int, card: int, how: int, source: int, hand: int, melds: Sequence[Meld]) -> None:
        """The seat wins: pay and finish. ``hand`` and ``melds`` are as before the card, which the seat now
        has."""

    @abstractmethod
    def exhausted(self) -> None:
        """A draw is due and the stock is empty."""

    @abstractmethod
    def opening(self) -> None:
        """From the shown card to the first prompt; ends in :meth:`start_play` unless the round is over."""

    @abstractmethod
    def opening_answered(self) -> None:
        """Nobody took the win offered before play began."""

    @abstractmethod
    def passed(self, seat: int, form: int, card: int) -> None:
        """The seat was offered the card as ``form`` (CHI or PENG) and took nothing."""

    def turn_to_eat_passed(self, seat: int, card: int) -> None:
        """The seat's turn to eat came and went, whether or not it could eat. Say :meth:`changed` if that
        bars it."""

    def win_declined(self, seat: int, card: int) -> None:
        """The seat was offered a win and did not take it."""

    def discarded_own(self, seat: int, card: int) -> None:
        """The seat discarded the card from hand."""

    # --- the deal

    def begin(self) -> None:
        n = self.seats
        self.seat_all()
        self.own_win: OwnWin | None = None
        self.discards_made = 0
        self.emit("deal", -1, data=(self.dealer, self.back - self.front - 1))
        for seat in range(n):
            self.emit("hand", seat, unpack(self.hands[seat]), 1 << seat)
        self.liang = self.wall[self.front]
        self.front += 1
        self.first_draw = self.front
        self.hands[self.dealer] += UNIT[self.liang]
        self.emit("liang", self.dealer, (self.liang,))
        self.phase = "opening"
        self.opening()

    def start_play(self) -> None:
        """Lay four of a kind; then the dealer discards, or the next seat draws (PH-15, PH-36; GL-14,
        GL-15)."""
        self.phase = "play"
        self.stands = [stand_of(hand, EMPTY_TABLE) for hand in self.hands]
        self.renew = 0
        for seat in (self.dealer, *self.after(self.dealer)):
            for kind in kinds_in(quad_mask(self.hands[seat])):
                self.hands[seat] -= 4 * UNIT[kind]
                self._lay(seat, TI, (kind,) * 4)
        self.last = None
        self._after_taking(self.dealer)

    # --- turns

    def draw(self, seat: int) -> None:
        """The seat turns the top card (PH-19, GL-16)."""
        if self.front >= self.back:
            self.exhausted()
            return
        card = self.wall[self.front]
        self.front += 1
        self.turn = seat
        if self.renew:
            self._renew()
        stand = self.stands[seat]
        if stand.alike & UNIT[card]:  # only then is there anything to ask
            form = own_forced_set(stand, card)
            if form >= 0:
                self._take_unseen(seat, form, card)
                return
        self.rivers[seat] += ONE[card]
        self.last = card, seat, "draw"
        self._events.append(_DRAWN[seat][card])
        self._offer(card, seat, True)

    def _take_unseen(self, seat: int, form: int, card: int) -> None:
        """The own draw makes a set that the seat must make (PH-20, GL-20); it may win with it (PH-39,
        GL-29)."""
        wins = bool(self.stands[seat].wanted >> card & 1) and self.may_win(seat, card, SELF)
        before = card, self.hands[seat], self.melds[seat]
        self.last = None
        self._make_set(seat, form, card, -1)
        if not wins:
            self._after_taking(seat)
            return
        self.own_win = before
        if SELF in self.rules.must_win or self._stuck(seat):
            self.prompts = {seat: (WIN,)}
        elif self._due(seat):
            self.prompts = {seat: (WIN, *self.discards(seat))}
        else:
            self.prompts = {seat: (WIN, PASS)}

    def _after_taking(self, seat: int) -> None:
        """A card has been taken in: discard, or the next seat draws (PH-18, PH-27; GL-18, GL-31)."""
        self.turn = seat
        if not self._due(seat):
            self.draw((seat + 1) % self.seats)
        elif discards := self.discards(seat):
            self.prompts = {seat: discards}
        else:
            self.dead[seat] = True
            self.changed(seat)
            self.draw((seat + 1) % self.seats)

    def do_discard(self, seat: int, action: Action) -> None:
        if self.own_win is not None:
            self._decline_own_win(seat)
        card = action.tiles[0]
        self.hands[seat] -= UNIT[card]
        self.discarded[seat] |= 1 << card
        self.discarded_own(seat, card)
        self.changed(seat)
        self.discards_made += 1
        self.prompts = {}
        self.rivers[seat] += action.tiles
        self.last = card, seat, "discard"
        self._events.append(_DISCARDED[seat][card])
        self._offer(card, seat, False)

    def do_pass(self, seat: int, action: Action) -> None:
        """The seat does not win with the set it has just made, and owes no discard."""
        self._decline_own_win(seat)
        self.prompts = {}
        self.draw((seat + 1) % self.seats)

    def do_win(self, seat: int, action: Action) -> None:
        if self.own_win is not None:
            card, hand, melds = self.own_win
            self.own_win = None
            self.win(seat, card, SELF, seat, hand, melds)

    def _decline_own_win(self, seat: int) -> None:
        if self.own_win is not None:
            self.win_declined(seat, self.own_win[0])
            self.own_win = None

    # --- claims

    def _offer(self, card: int, source: int, drawn: bool) -> None:
        if self.renew:
            self._renew()
        stands = self.stands
        how = DRAW if drawn else DISCARD

        def may_win(seat: int) -> bool:
            return self.may_win(seat, card, SELF if drawn and seat == source else how)

        rungs = ladder(card, source, drawn, stands, may_win, self.rules, how in self.rules.must_win)
        if not rungs:
            self._nobody(card, source, drawn)
            return
        claims: list[Claim] = []
        for rung in rungs:
            form, seat = rung.form, rung.seat
            if form == CHI:
                eating = EATS_OF[seat]
                claims += [eating[option] for option in rung.options]
            elif form == PENG:
                claims.append(PENGS_OF[seat][card])
            elif form == PAO:
                claims.append(Claim(seat, Action.of(self.WORDS.pao, (card,)), forced=True))
            else:
                compulsory = rung.forced or self._must_win_now(seat, rungs[-1], card)
                claims.append(Claim(seat, WIN, compulsory=compulsory))
        self.open_window(card, source, "draw" if drawn else "discard", claims)

    def _must_win_now(self, seat: int, last: Rung, card: int) -> bool:
        """Whether passing would make the seat take a fourth card and then owe a discard it cannot make
        (PH-27)."""
        return last.form == PAO and last.seat == seat and self._stuck_after_fourth(self.stands[seat], card)

    def _stuck_after_fourth(self, stand: Stand, card: int) -> bool:
        in_hand = stand.hand >> 3 * card & 7
        rest = stand.hand - in_hand * UNIT[card]
        due = must_discard(total_cards(stand.hand, stand.table) + 1, stand.table.quads + 1)
        return due and not can_discard(rest, self.rules.break_kan)

    def declined(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:
        """Offered and not chosen: a win always counts as declined, a set only for a seat that took
        nothing."""
        for claim in claims:
            seat = claim.seat
            if claim.action is WIN:
                self.win_declined(seat, window.tile)
            elif window.answers[seat] is PASS:
                self.passed(seat, PENG if claim.action.kind == "peng" else CHI, window.tile)
                self.changed(seat)

    def unclaimed(self, window: ClaimWindow) -> None:
        if window.how == "liang":
            self.opening_answered()
        else:
            self._nobody(window.tile, window.source, window.how == "draw")

    def _nobody(self, card: int, source: int, drawn: bool) -> None:
        """The card lies dead; the next seat draws."""
        for seat in eating_turns(source, drawn):
            self.turn_to_eat_passed(seat, card)
        self.draw((source + 1) % self.seats)

    def accept(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:
        seat, action = claims[0].seat, claims[0].action
        card, source = window.tile, window.source
        if action is WIN:
            self._win_shown(seat, window)
            return
        self.take_back(source)
        if action.kind == "chi":
            self._eat(seat, action.tiles, card, source, window.how == "draw")
        else:
            self._make_set(seat, PENG if action.kind == "peng" else PAO, card, source)
        self._after_taking(seat)

    def _win_shown(self, seat: int, window: ClaimWindow) -> None:
        """The shown card goes to the winner's hand: out of a river, or the dealer's own shown card
        (PH-34)."""
        card, source = window.tile, window.source
        if window.how == "liang":
            self.hands[source] -= UNIT[card]
        else:
            self.take_back(source)
        how = DISCARD if window.how == "discard" else SELF if seat == source else DRAW
        hand = self.hands[seat]
        self.hands[seat] += UNIT[card]
        self.win(seat, card, how, source, hand, self.melds[seat])

    # --- sets

    def _eat(self, seat: int, tiles: tuple[int, ...], card: int, source: int, drawn: bool) -> None:
        """Lay the eaten set and the copies that must follow it (PH-24, PH-25; GL-24)."""
        for other in eating_turns(source, drawn):
            if other == seat:
                break
            self.turn_to_eat_passed(other, card)
        hand = self.hands[seat] + UNIT[card]
        for i in range(0, len(tiles), 3):
            hand -= UNIT[tiles[i]] + UNIT[tiles[i + 1]] + UNIT[tiles[i + 2]]
        self.hands[seat] = hand
        self._lay(seat, CHI, tiles[:3], source if source != seat else -1, card)
        for i in range(3, len(tiles), 3):
            self._lay(seat, CHI, tiles[i : i + 3])

# The two most frequent events are made once, like the actions: an event is a value.
_DRAWN = tuple(tuple(Event("draw", seat, ONE[kind]) for kind in range(KINDS)) for seat in range(SEATS))
_DISCARDED = tuple(tuple(Event("discard", seat, ONE[kind]) for kind in range(KINDS)) for seat in range(SEATS))
