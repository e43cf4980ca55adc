"""What the AI knows of Sichuan hands: distance under 缺一门, live tiles, value, danger."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...actions import PASS, WIN, Action
from ...hands import SUIT_MASK, join, needs
from ...memo import MANY
from ...model import Outlook
from ...tiles import ONES, SHIFT, UNIT, count, pack
from ...view import View
from .options import SichuanOptions
from .scoring import KONGS, Situation, four_held, points, score, waits

SETS = 4
_PAIRS_OF_SUITS = ((0, 1), (0, 2), (1, 2))
FAR = 20


@lru_cache(maxsize=MANY)
def missing(hand: int, melds: int, allowed: int) -> int:
    """Tiles missing from a win: 0 complete, 1 ready. ``melds``: how many; ``allowed``: bit mask of the (at most
    two) pairs of suits, indexed as :data:`_PAIRS_OF_SUITS`, that the win may consist of."""
    sets = SETS - melds
    at = SETS + 1 + sets
    keys = (hand & SUIT_MASK, hand >> 27 & SUIT_MASK, hand >> 54)
    best = FAR
    for i, (x, y) in enumerate(_PAIRS_OF_SUITS):
        if not allowed >> i & 1:
            continue
        a, b = keys[x], keys[y]
        best = min(best, join(needs(a, SETS), needs(b, SETS))[at])
        if not melds:
            best = min(best, 7 - _pairs(a) - _pairs(b))
    return best


@lru_cache(maxsize=MANY)
def _pairs(key: int) -> int:
    n = 0
    while key:
        n += (key & 7) >> 1
        key >>= 3
    return n


def allowed_pairs(meld_suits: int, void: int) -> int:
    """The pairs of suits a win may use: they hold every melded suit and not the void one (-1: none named)."""
    mask = 0
    for i, (x, y) in enumerate(_PAIRS_OF_SUITS):
        suits = 1 << x | 1 << y
        if not meld_suits & ~suits and void not in (x, y):
            mask |= 1 << i
    return mask


class _Seat:
    """What one view says, in the form the estimates need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.options: SichuanOptions = view.options  # type: ignore[assignment]
        me = view.seat
        self.hand = view.hand
        self.melds = tuple((m.kind, m.tiles[0]) for m in view.melds[me])
        self.voids = tuple(view.extras["voids"])
        self.void = self.voids[me] if self.voids else -1
        self.opponents = [s for s in range(4) if s != me and not view.out[s]]
        seen = view.hand
        for river in view.rivers:
            seen += pack(river)
        for melds in view.melds:
            for m in melds:
                seen += pack(m.tiles[:3] if m.source >= 0 and m.kind == "pong" else m.tiles)
        self.live = [max(0, 4 - count(seen, t)) for t in range(27)]
        active = len(self.opponents) + 1
        self.turns = view.wall_left / active
        self.unseen = max(1, sum(self.live))

    def outlook(
        self, hand: int, melds: tuple[tuple[str, int], ...], danger: float = 0.0, bonus: float = 0.0
    ) -> Outlook:
        """The prospects of a 13-equivalent hand."""
        suits = 0
        for _, t in melds:
            suits |= 1 << t // 9
        allowed = allowed_pairs(suits, self.void)
        lacking = missing(hand, len(melds), allowed)
        live = 0.0
        for t in range(27):
            if self.live[t] and missing(hand + UNIT[t], len(melds), allowed) < lacking:
                live += self.live[t]
        return Outlook(lacking - 1, live, self._value(hand, melds, lacking), danger, bonus, self.turns)

    def _value(self, hand: int, melds: tuple[tuple[str, int], ...], lacking: int) -> float:
        """Expected gain of a win: exact for a ready hand, by its promise before."""
        payers = 0.55 + 0.45 * len(self.opponents)
        if lacking == 1:
            calls = waits(hand, melds, self.options)
            copies = sum(self.live[t] for t in calls)
            if copies:
                mean = sum(points(v, self.options) * self.live[t] for t, v in calls.items()) / copies
                return payers * mean * self.options.base
        value = 1.0
        sizes = [_size(hand >> s & SUIT_MASK) for s in (0, 27, 54)]
        for kind, t in melds:
            sizes[t // 9] += 3
            value += kind in KONGS
        outside = sum(sizes) - max(sizes)
        if outside <= 4:
            value += 2.0 * (1 - outside / 5) / max(1, outside)
        value += 0.8 * len(four_held(hand, melds))
        if _trips_heavy(hand, melds):
            value += 0.7
        capped = min(value, float(self.options.cap or 99))
        worth = capped if self.options.points == "linear" else 2.0 ** (capped - 1)
        return payers * worth * self.options.base

    def danger(self, tile: int) -> float:
        """Expected loss of discarding ``tile``: each opponent's readiness times how well the tile would fit."""
        if not self.opponents:
            return 0.0
        total = 0.0
        worth = 2.0 if self.options.points == "linear" else 3.0
        for s in self.opponents:
            suit = tile // 9
            if self.voids and self.voids[s] == suit:
                continue
            river = self.view.rivers[s]
            melds = self.view.melds[s]
            progress = len(river) / 14 + 0.18 * len(melds)
            ready = min(0.85, max(0.0, progress - 0.25))
            thrown = sum(1 for t in river if t // 9 == suit)
            fits = 0.10 if 1 < tile % 9 < 7 else 0.06
            if len(river) >= 4 and thrown / len(river) > 0.5:
                fits *= 0.35  # this seems to be the suit the seat is giving up
            if tile in river:
                fits *= 0.4
            fits *= 0.4 + 0.3 * min(2, self.live[tile])
            flush = len(melds) >= 2 and len({m.tiles[0] // 9 for m in melds}) == 1 and melds[0].tiles[0] // 9 == suit
            total += ready * fits * (worth * (1.8 if flush else 1.0) + sum(m.kind in KONGS for m in melds))
        return total * self.options.base


@lru_cache(maxsize=MANY)
def _size(key: int) -> int:
    n = 0
    while key:
        n += key & 7
        key >>= 3
    return n


def _trips_heavy(hand: int, melds: tuple[tuple[str, int], ...]) -> bool:
    """Whether the hand tends to four triplets: melds, triplets and pairs make up nearly all of it."""
    twos = hand >> 1 & ONES
    return len(melds) + twos.bit_count() >= 5


class SichuanModel:
    """The hand model of Sichuan mahjong."""

    def outlooks(self, view: View, actions: Sequence[Action]) -> list[Outlook]:
        seat = _Seat(view)
        return [self._outlook(seat, a) for a in actions]

    def waits(self, view: View) -> dict[int, int]:
        """Ready tiles of the hand as between turns (a drawn tile is left out), with the copies not yet seen."""
        if view.seat is None or view.out[view.seat] or view.phase == "over":
            return {}
        seat = _Seat(view)
        hand = view.hand - (UNIT[view.drawn] if view.drawn >= 0 else 0)
        if seat.void >= 0 and hand >> (27 * seat.void) & SUIT_MASK:
            return {}
        return {t: seat.live[t] for t in waits(hand, seat.melds, seat.options) if seat.void != t // 9}

    def _outlook(self, seat: _Seat, action: Action) -> Outlook:
        hand, melds = seat.hand, seat.melds
        kind = action.kind
        tile = action.tiles[0] if action.tiles else -1
        if action is WIN:
            return self._win(seat)
        if action is PASS:
            return seat.outlook(hand, melds)
        if kind == "discard":
            return seat.outlook(hand - UNIT[tile], melds, danger=seat.danger(tile))
        if kind == "pong":
            return self._after_pong(seat, tile)
        if kind in KONGS:
            return self._kong(seat, kind, tile)
        if kind == "exchange":
            return seat.outlook(hand - pack(action.tiles), melds)
        seat.void = tile // 9  # naming the void suit
        made = seat.outlook(hand & ~(SUIT_MASK << 27 * seat.void), melds)
        seat.void = -1
        return made

    def _win(self, seat: _Seat) -> Outlook:
        view, options = seat.view, seat.options
        own = view.last is None or view.turn == view.seat
        hand = seat.hand if own else seat.hand + UNIT[view.last[0]]  # type: ignore[index]
        made = score(hand, seat.melds, Situation("self" if own else "discard"), options)
        worth = points(made.value if made else 1, options) * options.base
        return Outlook(-1, 0, worth * (len(seat.opponents) if own else 1), 0, 0, seat.turns)

    def _after_pong(self, seat: _Seat, tile: int) -> Outlook:
        hand = seat.hand - 2 * UNIT[tile]
        melds = (*seat.melds, ("pong", tile))
        options = [
            seat.outlook(hand - UNIT[t], melds, danger=seat.danger(t)) for t in range(27) if hand >> SHIFT[t] & 7
        ]
        return min(options, key=lambda o: (o.deficiency, -o.live))

    def _kong(self, seat: _Seat, kind: str, tile: int) -> Outlook:
        options = seat.options
        used = {"kong": 3, "added_kong": 1, "concealed_kong": 4}[kind]
        melds = seat.melds
        if kind == "added_kong":
            melds = tuple(m for m in melds if m != ("pong", tile))
        rate = {
            "kong": options.zhigang_pay,
            "added_kong": options.miangang_pay * len(seat.opponents),
            "concealed_kong": options.angang_pay * len(seat.opponents),
        }[kind]
        robbed = seat.danger(tile) if kind == "added_kong" else 0.0
        return seat.outlook(
            seat.hand - used * UNIT[tile],
            (*melds, (kind, tile)),
            danger=robbed,
            bonus=0.9 * rate * options.base,
        )


MODEL = SichuanModel()
