"""What the AI knows of Nantong hands: distance to seven sets and a pair, the hu of sets, danger, when to
declare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...actions import PASS, WIN, Action
from ...hands import SUIT_BITS, SUIT_MASK, join, needs
from ...melds import Meld
from ...memo import MANY
from ...model import Outlook, nearness
from ...tiles import ONES, SHIFT, UNIT, count, pack
from ...view import View
from .legal import OPENING_COPIES
from .options import NantongOptions
from .scoring import KINDS, SHAPES, Win, base_hu, rounded, tally, value_table, waits

SETS = 7
WIDTH = SETS + 1
FAR = 99
PAYERS = 2
"""Each hu is worth this much: both other seats settle the difference (NT-47)."""
Needs = tuple[int, ...]

UNSEEN = 75.0
"""Cards that one seat does not see, typically."""
KONG_COPIES = {"kong": 3, "added_kong": 1, "concealed_kong": 4}
QINGHU_WORTH = 112.0
"""清胡 with a little of what usually comes with it."""
TYPICAL_WIN = 60
"""Hu of another seat's win, rounded: what a discard that lets it win costs."""


# --- distances ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def flower_needs(key: int) -> Needs:
    """As ``hands.needs`` for Q, B, H (nine bits): cards missing for m sets, without and with a pair."""
    best = [FAR] * (2 * WIDTH)
    best[0] = 0
    for rank in range(3):
        n = key >> 3 * rank & 7
        triplet, pair = max(0, 3 - n), max(0, 2 - n)
        now = best[:]
        for m in range(WIDTH):
            for offset in (0, WIDTH):
                if m + 1 < WIDTH:
                    at = offset + m + 1
                    now[at] = min(now[at], best[offset + m] + triplet)
            now[WIDTH + m] = min(now[WIDTH + m], best[m] + pair)
        best = now
    return tuple(best)


@lru_cache(maxsize=2 * MANY)
def run_needs(key: int, rank: int = 0, two_back: int = 0, one_back: int = 0) -> Needs:
    """As ``hands.needs`` with runs alone, the pair of any kind (清胡)."""
    if rank == 9:
        return ((0,) + (FAR,) * (2 * WIDTH - 1)) if not two_back and not one_back else (FAR,) * (2 * WIDTH)
    have = key & 7
    best = [FAR] * (2 * WIDTH)
    for runs in range(3 if rank <= 6 else 1):
        rest = run_needs(key >> 3, rank + 1, one_back, runs)
        for pair in (0, 1):
            cost = max(0, two_back + one_back + runs + 2 * pair - have)
            for m in range(runs, WIDTH):
                at = WIDTH * pair + m
                best[at] = min(best[at], cost + rest[m - runs])
                if not pair:
                    best[WIDTH + m] = min(best[WIDTH + m], cost + rest[WIDTH + m - runs])
    return tuple(best)


def together(a: Needs, b: Needs, sets: int) -> int:
    """Cards missing for ``sets`` sets and a pair from two parts of a hand."""
    best = FAR
    for i in range(sets + 1):
        x = a[i] + b[WIDTH + sets - i]
        if x < best:
            best = x
        x = a[WIDTH + i] + b[sets - i]
        if x < best:
            best = x
    return best


def triplets_missing(hand: int, sets: int) -> int:
    """Cards missing for ``sets`` triplets and a pair (飘胡, its 123p runs left aside)."""
    twos = hand >> 1 & ONES
    triplets = (twos & hand | hand >> 2 & ONES).bit_count()
    pairs = (twos & ~hand & ONES).bit_count()
    lacking = sets - triplets
    if lacking <= 0:
        return 0 if pairs or triplets > sets else 1
    return lacking if pairs > lacking else 2 * lacking - pairs + 1


class _Suits:
    """A hand cut into suits, with what the other suits need joined for each."""

    def __init__(self, hand: int, sets: int, runs_only: bool) -> None:
        self.keys = (hand & SUIT_MASK, hand >> SUIT_BITS & SUIT_MASK, hand >> 54 & SUIT_MASK, hand >> 81)
        self.sets = sets
        self.runs_only = runs_only
        parts = [self.need(suit, key) for suit, key in enumerate(self.keys)]
        ms, pf = join(parts[0], parts[1]), join(parts[2], parts[3])
        self.others = (
            join(parts[1], pf),
            join(parts[0], pf),
            join(ms, parts[3]),
            join(ms, parts[2]),
        )
        self.missing = together(ms, pf, sets)

    def need(self, suit: int, key: int) -> Needs:
        if suit == 3:
            return flower_pair_needs(key) if self.runs_only else flower_needs(key)
        return run_needs(key) if self.runs_only else needs(key, SETS)

    def helps(self, kind: int) -> bool:
        """Whether one more card of ``kind`` brings the hand nearer."""
        suit, rank = divmod(kind, 9)
        part = self.need(suit, self.keys[suit] + UNIT[rank])
        return together(part, self.others[suit], self.sets) < self.missing


@lru_cache(maxsize=1024)
def flower_pair_needs(key: int) -> Needs:
    """Flowers in a hand of runs can only be the pair."""
    most = max(key >> 3 * rank & 7 for rank in range(3))
    best = [FAR] * (2 * WIDTH)
    best[0] = 0
    best[WIDTH] = max(0, 2 - most)
    return tuple(best)


@lru_cache(maxsize=MANY // 2)
def _helping(hand: int, sets: int, runs_only: bool) -> tuple[int, int]:
    """(cards missing, mask of the kinds that bring the hand nearer)."""
    suits = _Suits(hand, sets, runs_only)
    mask = 0
    for kind in range(KINDS):
        if suits.helps(kind):
            mask |= 1 << kind
    return suits.missing, mask


# --- one seat's view ----------------------------------------------------------------------------------------


class _Seat:
    """What one view says, in the form the estimates need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.me = view.seat
        self.options: NantongOptions = view.options  # type: ignore[assignment]
        self.hand = view.hand
        self.melds = view.melds[view.seat]
        a, b = view.extras["flips"]
        self.flips: tuple[int, int] = (a, b)
        self.values = value_table(self.flips)
        self.baoting = view.extras["baoting"]
        seen = view.hand + pack(self.flips)
        for river in view.rivers:
            seen += pack(river)
        for melds in view.melds:
            for meld in melds:
                seen += pack(t for t in meld.tiles if t >= 0)
        self.live = [max(0, 4 - count(seen, k)) for k in range(KINDS)]
        self.turns = view.wall_left / 3
        self.time = min(1.0, self.turns / 12)

    # Two kinds of worth are kept apart: the base hu, which pay whoever wins, go into ``bonus``; what a win
    # adds goes into ``value``.

    def held_worth(self, hand: int, melds: Sequence[Meld]) -> float:
        """Base hu of the seat, and what its pairs and triplets may still bring."""
        hu = float(base_hu(hand, melds, self.flips))
        pong, triplet, quad = self.values["pong"], self.values["triplet"], self.values["quad"]
        twos = hand >> 1 & ~hand & ONES
        while twos:
            low = twos & -twos
            twos ^= low
            kind = low.bit_length() // 3
            hu += self.time * self.live[kind] * (0.14 * pong[kind] + 0.07 * triplet[kind])
        threes = hand >> 1 & hand & ONES
        while threes:
            low = threes & -threes
            threes ^= low
            kind = low.bit_length() // 3
            hu += self.time * self.live[kind] * 0.25 * (quad[kind] - triplet[kind])
        return PAYERS * hu

    def outlook(
        self,
        hand: int,
        melds: tuple[Meld, ...],
        danger: float = 0.0,
        extra_turns: float = 0.0,
        double: int = 1,
    ) -> Outlook:
        """The prospects of a hand as between turns, for the best of three aims: any shape, 清胡, 飘胡."""
        laid = [m for m in melds if m.kind != "tiandi"]
        sets = SETS - len(laid)
        bonus = self.held_worth(hand, melds)
        base = base_hu(hand, melds, self.flips)
        missing, mask = _helping(hand, sets, False)
        live = self._live(hand, mask)
        plain = float((base + SHAPES["tazihu"] + 8) * double - base)
        aims = [(missing, live, self._ready_worth(hand, melds, double) if missing == 1 else plain)]
        if not laid and missing > 1:
            runs, run_mask = _helping(hand, sets, True)
            if runs <= missing + 2:
                run_live = sum(self.live[k] for k in range(KINDS) if run_mask >> k & 1)
                aims.append((runs, run_live, QINGHU_WORTH * double))
        if missing > 1:
            triplets = triplets_missing(hand, sets)
            if triplets <= missing + 3:
                factor = 2 if any(m.kind == "pong" for m in laid) else 3
                total = (base + 3.0 * triplets + SHAPES["piaohu"]) * factor * double
                aims.append((triplets, self._triplet_live(hand), total - base))
        best = max(aims, key=lambda a: a[2] * nearness(a[0], a[1], self.turns, UNSEEN))
        missing, live, worth = best
        turns = self.turns + extra_turns
        return Outlook(missing - 1, live, PAYERS * worth, danger, bonus, turns)

    def _live(self, hand: int, mask: int) -> float:
        """Unseen cards that help; the third of a pair may come from any seat, so it counts for more."""
        total = 0.0
        for kind in range(KINDS):
            if mask >> kind & 1:
                total += self.live[kind] * (2.0 if hand >> SHIFT[kind] & 7 == 2 else 1.0)
        return total

    def _triplet_live(self, hand: int) -> float:
        return sum(self.live[k] * 2.2 for k in range(KINDS) if hand >> SHIFT[k] & 7 == 2)

    def _ready_worth(self, hand: int, melds: tuple[Meld, ...], double: int) -> float:
        """What the win adds over the base hu, over the cards that can still come."""
        mask = waits(hand, melds)
        base = base_hu(hand, melds, self.flips)
        total = weight = 0.0
        for kind in range(KINDS):
            n = self.live[kind] if mask >> kind & 1 else 0
            if n:
                baoting = double > 1
                by_draw = tally(
                    hand + UNIT[kind], melds, self.flips, Win("self", kind, baoting=baoting), self.options
                )
                taken = tally(
                    hand + UNIT[kind], melds, self.flips, Win("discard", kind, baoting=baoting), self.options
                )
                assert by_draw is not None
                assert taken is not None
                total += n * (0.4 * by_draw.raw + 0.6 * taken.raw)
                weight += n
        return total / weight - base if weight else 0.0

    def danger(self, kind: int) -> float:
        """Expected loss of discarding ``kind``: a win or a pong that it gives away. A winner is paid by both
        others alike, so the discarder loses only by making the win more likely."""
        total = 0.0
        unseen = self.live[kind]
        for seat in range(3):
            if seat == self.me:
                continue
            river, melds = self.view.rivers[seat], self.view.melds[seat]
            if self.baoting[seat]:
                ready, worth = 1.0, 2.0 * TYPICAL_WIN
            else:
                ready, worth = min(0.5, max(0.0, len(river) / 40 + 0.05 * len(melds) - 0.1)), TYPICAL_WIN
            fits = 0.05 if kind < 27 and 0 < kind % 9 < 8 else 0.03
            if kind in river:
                fits *= 0.2 if self.baoting[seat] else 0.6
            total += ready * fits * worth
            if not self.baoting[seat] and unseen >= 2:
                total += (0.06 if unseen == 2 else 0.16) * self.values["pong"][kind]
        return total


class NantongModel:
    """The hand model of Nantong changpai."""

    def outlooks(self, view: View, actions: Sequence[Action]) -> list[Outlook]:
        seat = _Seat(view)
        return [self._outlook(seat, a) for a in actions]

    def waits(self, view: View) -> dict[int, int]:
        """Ready cards of the hand as between turns (a drawn card is left out), with the copies not yet
        seen."""
        if view.seat is None or view.phase == "over":
            return {}
        seat = _Seat(view)
        hand = view.hand - (UNIT[view.drawn] if view.drawn >= 0 else 0)
        mask = waits(hand, seat.melds)
        return {k: seat.live[k] for k in range(KINDS) if mask >> k & 1}

    def _outlook(self, seat: _Seat, action: Action) -> Outlook:
        hand, melds, kind = seat.hand, seat.melds, action.kind
        card = action.tiles[0] if action.tiles else -1
        if action is WIN:
            return self._win(seat)
        if action is PASS or kind == "baoting":
            double = 2 if kind == "baoting" or seat.baoting[seat.me] else 1
            return self._between_turns(seat, hand, melds, double)
        if kind == "discard":
            double = 2 if seat.baoting[seat.me] else 1
            return seat.outlook(hand - UNIT[card], melds, seat.danger(card), double=double)
        if kind == "pong":
            left = hand - 2 * UNIT[card]
            return self._best_discard(seat, left, (*melds, Meld("pong", (card,) * 3)))
        if kind in KONG_COPIES:
            if kind == "added_kong":
                melds = tuple(m for m in melds if not (m.kind == "pong" and m.tiles[0] == card))
            danger = seat.danger(card) if kind == "added_kong" else 0.0
            left = hand - KONG_COPIES[kind] * UNIT[card]
            return seat.outlook(left, (*melds, Meld(kind, (card,) * 4)), danger, 1.0)
        copies = OPENING_COPIES[kind]
        left = hand - copies * UNIT[card]
        return self._between_turns(seat, left, (*melds, Meld(kind, (card,) * copies)), 1)

    def _between_turns(self, seat: _Seat, hand: int, melds: tuple[Meld, ...], double: int) -> Outlook:
        """A hand that is not asked to discard now; the dealer's still holds one card more before his first
        turn."""
        if seat.view.phase == "opening" and seat.me == seat.view.dealer:
            return self._best_discard(seat, hand, melds)
        return seat.outlook(hand, melds, double=double)

    def _best_discard(self, seat: _Seat, hand: int, melds: tuple[Meld, ...]) -> Outlook:
        options = [
            seat.outlook(hand - UNIT[k], melds, seat.danger(k)) for k in range(KINDS) if hand >> SHIFT[k] & 7
        ]
        return max(
            options,
            key=lambda o: nearness(o.deficiency + 1, o.live, o.turns, UNSEEN) * o.value + o.bonus - o.danger,
        )

    def _win(self, seat: _Seat) -> Outlook:
        view = seat.view
        own = view.turn == view.seat
        baoting = bool(seat.baoting[seat.me])
        if not own:
            assert view.last is not None
            card, _, how = view.last
            win = Win("rob_kong" if how == "kong" else "discard", card, baoting=baoting)
            hand = seat.hand + UNIT[card]
        elif view.drawn >= 0:
            kong = view.extras["replacement"] == "kong"
            win = Win("self", view.drawn, kong, view.wall_left == 0, baoting)
            hand = seat.hand
        else:
            win, hand = Win("initial", tianhu=True), seat.hand
        made = tally(hand, seat.melds, seat.flips, win, seat.options)
        assert made is not None
        gain = float(PAYERS * (rounded(made.raw) - made.base))
        return Outlook(-1, 0.0, gain, 0.0, float(PAYERS * made.base), 0.0)


MODEL = NantongModel()
