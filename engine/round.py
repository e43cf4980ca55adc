"""Round: the state machine that every game shares.

A game subclasses :class:`Round` in its ``flow.py`` and fills in the hooks: ``begin`` (after the deal), one
``do_<kind>``
method for each kind of action on a seat's own turn, ``accept`` and ``unclaimed`` (how a claim window ends), and
what the game adds to a view. Everything that is played changes the round through :meth:`Round.act` alone.

State is plain attributes: immutable values, or the lists named in ``LISTS``, which :meth:`copy` copies one level deep.
A hook replaces values (``self.melds[seat] += (meld,)``) and never mutates a shared one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from .actions import LEAVE, Action, IllegalAction
from .claims import Claim, ClaimWindow
from .events import EVERYONE, Event
from .games import Game, get
from .melds import Meld
from .options import Options
from .records import RoundRecord
from .results import Result, Sheet
from .settlement import Transfer, net
from .shuffle import shuffled
from .tiles import UNIT, pack, size, unpack
from .view import View

Trail = tuple[Any, int, Action] | None  # a chain, newest first: copies share it


class Round(ABC):
    """One hand from the deal to the settlement. See the module's docstring and docs/kernel.md."""

    HAND: ClassVar[int] = 13
    """Tiles dealt to each seat."""
    DEALER_EXTRA: ClassVar[int] = 1
    """Tiles that the dealer is dealt beyond that (0 where the game turns the dealer's last tile itself)."""
    LISTS: ClassVar[tuple[str, ...]] = ("hands", "melds", "rivers")
    _do: ClassVar[dict[str, Callable[[Any, int, Action], None]]] = {}

    # --- construction -------------------------------------------------------------------------------------------

    @staticmethod
    def deal(
        game: str,
        options: Options | Mapping[str, Any] | None = None,
        seed: bytes = b"",
        dealer: int = 0,
        *,
        carry: Mapping[str, Any] | None = None,
        hands: Sequence[Sequence[int]] | None = None,
        wall: Sequence[int] | None = None,
    ) -> Round:
        """A dealt round, at its first prompt (or already over, if the deal itself ends it).

        ``options``: an options object or the values that differ from the default. The wall follows from ``seed``;
        or give ``hands`` (tiles of each seat, by seat) and ``wall`` (the rest, first to be drawn first) to build a
        scenario. ``carry``: the ``carry`` of the previous round's result. Raises KeyError for an unknown game,
        OptionError for bad options, ValueError for tiles that do not fit.
        """
        spec = get(game)
        if not isinstance(options, Options):
            options = spec.options.of(options)
        if not 0 <= dealer < spec.seats:
            raise ValueError(f"dealer is a seat from 0 to {spec.seats - 1}, not {dealer}")
        new = spec.round_class()
        new._prepare(spec, options, seed, dealer, dict(carry or {}))
        if hands is None and wall is None:
            new._deal_from_seed()
        else:
            new._deal_explicit(hands or (), wall or ())
        new.dealt = tuple(new.hands)
        new.opening_events = new._collect(new.begin)
        return new

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._do = {
            name[3:]: getattr(cls, name) for name in dir(cls) if name.startswith("do_")
        }

    def _prepare(self, spec: Game, options: Options, seed: bytes, dealer: int, carry: dict[str, Any]) -> None:
        n = spec.seats
        self.spec = spec
        self.game = spec.id
        self.options: Any = options
        self.seed = seed
        self.dealer = dealer
        self.carry = carry
        self.seats = n
        self.scenario = False
        self.wall = b""
        self.front = 0
        self.back = 0
        self.hands: list[int] = [0] * n
        self.dealt: tuple[int, ...] = ()
        self.melds: list[tuple[Meld, ...]] = [()] * n
        self.rivers: list[tuple[int, ...]] = [()] * n
        self.turn = dealer
        self.drawn = -1
        self.phase = "play"
        self.last: tuple[int, int, str] | None = None
        self.prompts: dict[int, tuple[Action, ...]] = {}
        self.window: ClaimWindow | None = None
        self.gathered: dict[int, Action] | None = None
        self.transfers: tuple[Transfer, ...] = ()
        self.sheets: tuple[Sheet, ...] = ()
        self.result: Result | None = None
        self.opening_events: tuple[Event, ...] = ()
        self._trail: Trail = None
        self._events: list[Event] = []

    def _deal_from_seed(self) -> None:
        self.wall = shuffled(self.spec.tiles.all_tiles(), self.seed)
        self.back = len(self.wall)
        for i in range(self.seats):
            seat = (self.dealer + i) % self.seats
            n = self.HAND + self.DEALER_EXTRA * (seat == self.dealer)
            self.hands[seat] = pack(self.wall[self.front : self.front + n])
            self.front += n

    def _deal_explicit(self, hands: Sequence[Sequence[int]], wall: Sequence[int]) -> None:
        tiles = self.spec.tiles
        if len(hands) != self.seats:
            raise ValueError(f"{self.game} has {self.seats} seats; {len(hands)} hands were given")
        for seat, hand in enumerate(hands):
            n = self.HAND + self.DEALER_EXTRA * (seat == self.dealer)
            if len(hand) != n:
                raise ValueError(f"seat {seat} holds {n} tiles after the deal; {len(hand)} were given")
        seen = [0] * tiles.size
        for kind in [*wall, *(t for hand in hands for t in hand)]:
            seen[kind] += 1
            if seen[kind] > tiles.copies[kind]:
                raise ValueError(f"there are only {tiles.copies[kind]} of {tiles.name(kind)}")
        self.scenario = True
        self.hands = [pack(hand) for hand in hands]
        self.wall = bytes(wall)
        self.back = len(self.wall)

    def _collect(self, step: Callable[[], None]) -> tuple[Event, ...]:
        self._events = []
        step()
        events = tuple(self._events)
        self._events = []
        return events

    # --- playing ------------------------------------------------------------------------------------------------

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Play ``action`` for ``seat``; returns what happened. IllegalAction leaves the round untouched."""
        legal = self.prompts.get(seat)
        if legal is None or action not in legal:
            if action is not LEAVE or not self.may_leave(seat):
                raise IllegalAction(seat, action, self._why_not(seat, action))
            self._trail = (self._trail, seat, action)
            return self._collect(lambda: self.left(seat))
        self._trail = (self._trail, seat, action)
        events: list[Event] = []
        self._events = events
        if self.window is not None:
            self._answer(self.window, seat, action)
        elif self.gathered is not None:
            self._gather(seat, action)
        else:
            self._do[action.kind](self, seat, action)
        return tuple(events)

    def _why_not(self, seat: int, action: object) -> str:
        if self.result is not None:
            return "the round is over"
        if seat not in self.prompts:
            return "it is not asked now"
        return "it may choose " + ", ".join(map(str, self.prompts[seat]))

    def _answer(self, window: ClaimWindow, seat: int, action: Action) -> None:
        window.answers[seat] = action
        outcome = window.outcome()
        if outcome is None:
            prompts = self.prompts.copy()
            del prompts[seat]
            self.prompts = prompts
        else:
            self._close(window, *outcome)

    def open_window(self, tile: int, source: int, how: str, ladder: Sequence[Claim]) -> None:
        """Offer ``tile`` along ``ladder`` (not empty); settled at once when its first rung is forced."""
        window = ClaimWindow(tile, source, how, ladder)
        first = window.ladder[0]
        if first.forced:
            self._close(window, (first,), ())
        else:
            self.window = window
            self.prompts = window.prompts()

    def _close(self, window: ClaimWindow, accepted: tuple[Claim, ...], declined: tuple[Claim, ...]) -> None:
        self.window = None
        self.prompts = {}
        if declined:
            self.declined(window, declined)
        if accepted:
            self.accept(window, accepted)
        else:
            self.unclaimed(window)

    def ask_all(self, prompts: dict[int, tuple[Action, ...]]) -> None:
        """Ask several seats at once; :meth:`all_answered` is called when the last has answered."""
        self.gathered = {}
        self.prompts = prompts

    def _gather(self, seat: int, action: Action) -> None:
        answers = {**(self.gathered or {}), seat: action}
        prompts = self.prompts.copy()
        del prompts[seat]
        self.prompts = prompts
        self.gathered = answers
        if not prompts:
            self.gathered = None
            self.all_answered(answers)

    # --- hooks of a game ----------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self) -> None:
        """Everything from the deal to the first prompt."""

    @abstractmethod
    def accept(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:
        """The window closed with these claims (several only if shared)."""

    @abstractmethod
    def unclaimed(self, window: ClaimWindow) -> None:
        """The window closed and nobody took the tile."""

    def declined(self, window: ClaimWindow, claims: tuple[Claim, ...]) -> None:  # noqa: B027 - optional
        """These claims were offered and not chosen (called before accept/unclaimed)."""

    def all_answered(self, answers: dict[int, Action]) -> None:
        """Every seat asked by :meth:`ask_all` has answered."""
        raise AssertionError(f"{self.game} asks nobody at once")

    def extras(self, seat: int | None) -> dict[str, Any]:
        """What the game adds to the view of ``seat``: public facts and the seat's own."""
        return {}

    def set_aside(self) -> tuple[int, ...]:
        """Tiles that are neither in a hand, a meld, a river nor the wall: what the game keeps elsewhere."""
        return ()

    def may_leave(self, seat: int) -> bool:
        """Whether ``seat`` may play ``leave`` now although it is not asked: it is done and goes before the end."""
        return False

    def left(self, seat: int) -> None:  # noqa: B027 - optional
        """``seat`` has gone before the end of the round."""

    def out(self) -> tuple[bool, ...]:
        """Which seats play no more although the round goes on."""
        return (False,) * self.seats

    # --- building blocks for hooks ------------------------------------------------------------------------------

    def emit(
        self,
        kind: str,
        seat: int,
        tiles: tuple[int, ...] = (),
        seen: int = EVERYONE,
        source: int = -1,
        data: tuple[object, ...] = (),
    ) -> None:
        """Add an event to what the current act returns."""
        self._events.append(Event(kind, seat, tiles, seen, source, data))

    def pay(self, payer: int, payee: int, amount: int, reason: str) -> None:
        """Move ``amount`` (> 0; nothing happens at 0) at once, with an event."""
        if amount:
            self.transfers += (Transfer(payer, payee, amount, reason),)
            self._events.append(Event("pay", payer, (), EVERYONE, payee, (amount, reason)))

    def finish(
        self,
        kind: str,
        winners: Sequence[int],
        next_dealer: int,
        carry: Mapping[str, Any] | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """End the round with the transfers and sheets collected so far."""
        self.prompts = {}
        self.window = None
        self.phase = "over"
        total = tuple(net(self.transfers, self.seats))
        self.result = Result(
            kind, tuple(winners), self.sheets, self.transfers, total, next_dealer, carry or {}, facts or {}
        )
        for seat in range(self.seats):
            self.emit("show", seat, unpack(self.hands[seat]))
        self.emit("end", -1, data=(kind, tuple(winners), total, next_dealer))

    def after(self, seat: int) -> tuple[int, ...]:
        """The other seats in turn order, beginning with the one after ``seat``."""
        return tuple((seat + i) % self.seats for i in range(1, self.seats))

    def take_back(self, seat: int) -> None:
        """Remove the newest tile of ``seat``'s river: somebody claimed it."""
        self.rivers[seat] = self.rivers[seat][:-1]

    def remove(self, seat: int, tiles: Sequence[int]) -> None:
        """Take ``tiles`` out of the concealed hand of ``seat``."""
        self.hands[seat] -= sum(UNIT[t] for t in tiles)

    @property
    def wall_left(self) -> int:
        """Tiles that can still be drawn."""
        return self.back - self.front

    # --- reading ------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """All that ``seat`` may know; None for the public."""
        over = self.result is not None
        return View(
            game=self.game,
            options=self.options,
            seat=seat,
            seats=self.seats,
            dealer=self.dealer,
            hand=self.hands[seat] if seat is not None else 0,
            drawn=self.drawn if seat is not None and seat == self.turn else -1,
            hand_sizes=tuple(size(h) for h in self.hands),
            melds=tuple(
                m if over or s == seat else tuple(x.for_others() if x.down else x for x in m)
                for s, m in enumerate(self.melds)
            ),
            rivers=tuple(self.rivers),
            wall_left=self.back - self.front,
            turn=self.turn,
            phase=self.phase,
            last=self.last,
            out=self.out(),
            net=tuple(net(self.transfers, self.seats)),
            actions=self.prompts.get(seat, ()) if seat is not None else (),
            extras=self.extras(seat),
            shown=tuple(self.hands) if over else (),
        )

    def actions(self) -> tuple[tuple[int, Action], ...]:
        """What has been played, in order."""
        played: list[tuple[int, Action]] = []
        trail = self._trail
        while trail is not None:
            trail, seat, action = trail
            played.append((seat, action))
        return tuple(reversed(played))

    def record(self) -> RoundRecord:
        """The round as its record: enough to play it again, event for event."""
        return RoundRecord(
            game=self.game,
            version=self.spec.version,
            options=self.options.changed(),
            seed=self.seed,
            dealer=self.dealer,
            actions=self.actions(),
            carry=dict(self.carry),
            hands=tuple(unpack(h) for h in self.dealt) if self.scenario else None,
            wall=tuple(self.wall) if self.scenario else None,
        )

    @staticmethod
    def replay(record: RoundRecord) -> Round:
        """The same round again. ValueError when the record is of other rules, IllegalAction when it is not legal."""
        version = get(record.game).version
        if record.version != version:
            raise ValueError(f"the record is of {record.game} rules {record.version}; these are {version}")
        new = Round.deal(
            record.game,
            record.options,
            record.seed,
            record.dealer,
            carry=record.carry,
            hands=record.hands,
            wall=record.wall,
        )
        for seat, action in record.actions:
            new.act(seat, action)
        return new

    def copy(self) -> Round:
        """An independent round in the same state; costs a few list copies."""
        new = object.__new__(type(self))
        state = self.__dict__.copy()
        for name in self.LISTS:
            state[name] = state[name][:]
        if self.window is not None:
            state["window"] = self.window.copy()
        new.__dict__ = state
        return new
