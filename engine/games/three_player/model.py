"""What the AI knows of three-player hands: distance with flies, plans that reach the five fan, danger.

A *plan* (``distance.Plan``) is a way to enough fan: some honour triplets, all dots, all triplets … For each
plan a hand has a distance and a worth. The flies in hand shorten the distance, or some of them are put out
for a fan each (顿飞). A hand that no plan brings to the fan needed is worth little, so it is not made ready
for its own sake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...actions import PASS, WIN, Action
from ...melds import Meld
from ...model import Outlook, nearness
from ...tiles import SHIFT, UNIT, count, pack, size
from ...view import View
from .distance import Plan, distance
from .fans import bonus_fans, honour_fan
from .kinds import BONUS, DRAGONS, FLY, FLY_SHIFT, HONOURS, PLAY_MASK
from .legal import missing_kind, redeemed, without
from .options import ThreePlayerOptions
from .readings import complete
from .scoring import (
    KONGS,
    LIMIT,
    LIMIT_PAID,
    Win,
    barred_kind,
    best_score,
    flies_owned,
    is_chow,
    meld_kinds,
    pay_fan,
)

SETS = 4
PLAY_KINDS = range(16)
SHARES = 3.3
"""What a win brings, in paid fan: 4 self-drawn, 3 off a discard (TP-68, TP-69)."""
DEALT_IN = 9.0
"""What discarding a winning tile costs beyond a win that somebody else feeds, in points at base 1."""
UNSEEN = 60.0
"""Tiles that one seat does not see, typically."""
_FREE = Plan("free")


class _Aim(NamedTuple):
    """One plan for one hand: tiles ``missing`` beside the flies that stay, the ``worth`` of winning so,
    ``put``: flies to put out on the way."""

    plan: Plan
    missing: int
    worth: float
    put: int


class _Seat:
    """What one view says, in the form the estimates need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.me = view.seat
        self.options: ThreePlayerOptions = view.options  # type: ignore[assignment]
        extras = view.extras
        self.wind: int = extras["winds"][self.me]
        self.hand = view.hand
        self.melds = view.melds[self.me]
        self.bonus = pack(extras["bonus"][self.me])
        self.put: int = extras["put_flies"][self.me]
        self.table_fan: list[int] = extras["table_fan"]
        seen = view.hand + sum(pack(b) for b in extras["bonus"]) + UNIT[FLY] * sum(extras["put_flies"])
        for river in view.rivers:
            seen += pack(river)
        for melds in view.melds:
            for meld in melds:
                seen += pack(meld.tiles)
        self.live = [max(0, 4 - count(seen, k)) for k in range(FLY + 1)]
        scoring = all_bonus = 0
        for kind in range(BONUS, 30):
            left = (4 if kind == 29 else 1) - count(seen, kind)
            all_bonus += left
            if left > 0 and bonus_fans(UNIT[kind], self.wind, self.options.bamboo_chrys_swap):
                scoring += left
        self.turns = view.wall_left / 3
        unseen = view.wall_left + sum(n for s, n in enumerate(view.hand_sizes) if s != self.me)
        # Bonus tiles never stay in a hand, so all that are unseen lie in the wall.
        wall = max(1, view.wall_left)
        self.unseen = max(1, unseen)
        self.bonus_rate = min(0.9, scoring / wall)
        self.any_bonus_rate = min(0.95, all_bonus / wall)
        self.bonus_fan = len(bonus_fans(self.bonus, self.wind, self.options.bamboo_chrys_swap))

    # --- plans ----------------------------------------------------------------------------------------------

    def aims(self, hand: int, melds: tuple[Meld, ...], put: int) -> Iterator[_Aim]:
        """Every plan worth thinking of, each with none or some of the flies put out."""
        flies = hand >> FLY_SHIFT & 7
        play = hand & PLAY_MASK
        sets = SETS - len(melds)
        limit = flies_owned(hand, melds, put) >= 4
        for plan, fan in self._plans(play, melds, flies):
            gap = distance(play, sets, plan)
            if gap > 20:
                continue
            for out in range(flies + 1):
                total = LIMIT if limit or fan >= LIMIT else min(LIMIT, fan + put + out)
                missing = gap - flies + out
                yield _Aim(plan, missing, self._worth(total, missing), out)
                if total >= max(self.options.min_fan, 7) or missing > 5:
                    break

    def _plans(self, play: int, melds: tuple[Meld, ...], flies: int) -> Iterator[tuple[Plan, int]]:
        """(plan, fan of a hand that follows it, put-out flies apart)."""
        less = self.options.value_style == "inclusive"
        laid = [meld_kinds(m)[0] for m in melds if not is_chow(m)]
        honours = [k for k in laid if k >= HONOURS]
        chows = len(laid) < len(melds)
        base = 1 + self.bonus_fan + sum(honour_fan(k, self.wind) for k in honours)
        sets = SETS - len(melds)
        wanted = sorted(
            (k for k in range(HONOURS, FLY) if honour_fan(k, self.wind) and play >> SHIFT[k] & 7),
            key=lambda k: (-(play >> SHIFT[k] & 7), -honour_fan(k, self.wind)),
        )
        fan = base
        forced: tuple[int, ...] = ()
        dragons = sum(k in DRAGONS for k in honours)
        yield _FREE, fan
        for kind in wanted[: min(sets, 3)]:
            forced = tuple(sorted((*forced, kind)))
            fan += honour_fan(kind, self.wind)
            dragons += kind in DRAGONS
            yield Plan("free", forced), LIMIT if dragons == 3 else fan
        if not honours:
            yield Plan("dots"), base + 3 - less
            if not chows:
                yield Plan("dot_triplets"), base + self.options.all_dots_pungs - less
        if not chows:
            paired = sum(honour_fan(k, self.wind) for k in wanted if play >> SHIFT[k] & 7 >= 2)
            yield Plan("triplets"), base + 3 - less + min(paired, sets)
            if all(k >= HONOURS for k in laid):
                yield Plan("honours"), LIMIT

    def _worth(self, fan: int, missing: int) -> float:
        """Points that winning with ``fan`` brings; below the fan needed, what bonus tiles may still add."""
        options = self.options
        draws = min(self.turns, 2.5 * missing + 1)
        short = options.min_fan - fan
        if short <= 0:
            worth = float(pay_fan(fan))
        else:
            chance = (1 - (1 - self.bonus_rate) ** self.turns) ** short
            worth = 0.8 * chance * options.min_fan
        if not self.bonus and fan < LIMIT:  # 邋遢胡, while no bonus tile comes (TP-43)
            clean = (1 - self.any_bonus_rate) ** draws
            worth = clean * LIMIT_PAID + (1 - clean) * worth
        return SHARES * worth * options.base

    # --- outlooks -------------------------------------------------------------------------------------------

    def outlook(
        self, hand: int, melds: tuple[Meld, ...], put: int, danger: float = 0.0, extra_turns: float = 0.0
    ) -> Outlook:
        """The prospects of a hand as between turns: of its best aim."""
        turns = self.turns + extra_turns
        sets = SETS - len(melds)
        flies = hand >> FLY_SHIFT & 7
        best: Outlook | None = None
        best_key = -1.0
        ready = distance(hand & PLAY_MASK, sets, _FREE) - flies <= 1
        if ready:
            live, worth = self._ready(hand, melds, put)
            if live:
                best = Outlook(0, live, worth, danger, 0.0, turns)
                best_key = worth * nearness(1, 2 * live, turns, UNSEEN)
        for aim in self.aims(hand, melds, put):
            missing = aim.missing
            if missing <= 1:
                if best is not None and aim.put == 0:
                    continue  # a ready hand has been valued exactly
                missing = 2  # a fly must be put out first, or no tile wins with enough fan
            ceiling = aim.worth * nearness(missing, UNSEEN, turns, UNSEEN)
            if ceiling <= best_key:
                continue
            live = self._live(hand & PLAY_MASK, sets, aim)
            key = aim.worth * nearness(missing, live, turns, UNSEEN)
            if key > best_key or best is None:
                best_key = key
                best = Outlook(missing - 1, live, aim.worth, danger, 0.0, turns)
        assert best is not None
        return best

    def _live(self, play: int, sets: int, aim: _Aim) -> float:
        """Unseen tiles that shorten the way; a claim may bring those of a pair, a fly always helps."""
        gap = distance(play, sets, aim.plan)
        total = 0.8 * self.live[FLY]
        for kind in PLAY_KINDS:
            n = self.live[kind]
            if n and distance(play + UNIT[kind], sets, aim.plan) < gap:
                held = play >> SHIFT[kind] & 7
                total += n * (1.8 if held == 2 else 1.2 if kind < HONOURS else 1.0)
        return total

    def _ready(self, hand: int, melds: tuple[Meld, ...], put: int) -> tuple[float, float]:
        """(live tiles, mean worth) of a ready hand, counting only wins with enough fan (TP-25)."""
        options = self.options
        sets = SETS - len(melds)
        live = total = 0.0
        for kind in range(FLY + 1):
            n = self.live[kind]
            if not n or not complete(hand + UNIT[kind], sets, -1):
                continue
            by_draw = best_score(
                hand + UNIT[kind], melds, Win(self.wind, "self", kind, self.bonus, put), options
            )
            if by_draw is not None and by_draw.fan >= options.min_fan:
                live += 0.45 * n
                total += 0.45 * n * 4 * by_draw.pay_fan
            if kind == FLY:
                continue
            win = Win(self.wind, "discard", kind, self.bonus, put)
            if complete(hand + UNIT[kind], sets, barred_kind(hand, win, options)):
                taken = best_score(hand + UNIT[kind], melds, win, options)
                if taken is not None and taken.fan >= options.min_fan:
                    live += 0.55 * n
                    total += 0.55 * n * 3 * taken.pay_fan
        return (live, total / live * options.base) if live else (0.0, 0.0)

    def danger(self, kind: int) -> float:
        """Expected loss of discarding ``kind``: what it costs to be the one who feeds a win (TP-68)."""
        total = 0.0
        for seat in range(3):
            if seat == self.me:
                continue
            river, melds = self.view.rivers[seat], self.view.melds[seat]
            ready = min(0.75, max(0.0, len(river) / 16 + 0.14 * len(melds) - 0.2))
            ready *= 0.6 + 0.12 * min(4, self.table_fan[seat])
            fits = (0.09 if 0 < kind < 8 else 0.06) if kind < HONOURS else 0.05
            fits *= 0.4 + 0.3 * min(2, self.live[kind])
            if kind in river:
                fits *= 0.5
            total += ready * fits
        return total * DEALT_IN * self.options.base

    def best_discard(self, hand: int, melds: tuple[Meld, ...], put: int) -> Outlook:
        """The best outlook over the discards of a hand that must throw one."""
        promising: list[tuple[float, int]] = []
        for kind in PLAY_KINDS:
            if hand >> SHIFT[kind] & 7:
                left = hand - UNIT[kind]
                rough = max(a.worth * 0.35**a.missing for a in self.aims(left, melds, put))
                promising.append((rough, kind))
        promising.sort(reverse=True)
        options = [self.outlook(hand - UNIT[k], melds, put, self.danger(k)) for _, k in promising[:4]]
        if not options:  # flies alone: one of them is put out
            return self.outlook(hand - UNIT[FLY], melds, put + 1)
        return max(options, key=lambda o: _judged(o))


def _judged(outlook: Outlook) -> float:
    near = nearness(outlook.deficiency + 1, outlook.live, outlook.turns, UNSEEN)
    return near * outlook.value - outlook.danger


class ThreePlayerModel:
    """The hand model of three-player mahjong."""

    def outlooks(self, view: View, actions: Sequence[Action]) -> list[Outlook]:
        seat = _Seat(view)
        return [self._outlook(seat, a) for a in actions]

    def waits(self, view: View) -> dict[int, int]:
        """Tiles that would win now with enough fan, self-drawn, with the copies not yet seen."""
        if view.seat is None or view.phase == "over":
            return {}
        seat = _Seat(view)
        hand = view.hand - (UNIT[view.drawn] if view.drawn >= 0 else 0)
        sets = SETS - len(seat.melds)
        if size(hand) != 3 * sets + 1:
            return {}
        found = {}
        for kind in range(FLY + 1):
            if count(hand, kind) < 4 and complete(hand + UNIT[kind], sets, -1):
                win = Win(seat.wind, "self", kind, seat.bonus, seat.put)
                made = best_score(hand + UNIT[kind], seat.melds, win, seat.options)
                if made is not None and made.fan >= seat.options.min_fan:
                    found[kind] = seat.live[kind]
        return found

    def _outlook(self, seat: _Seat, action: Action) -> Outlook:
        hand, melds, put, kind = seat.hand, seat.melds, seat.put, action.kind
        if action is WIN:
            return self._win(seat)
        if action is PASS:
            if seat.view.phase == "opening" and seat.me == seat.view.dealer:
                return seat.best_discard(hand, melds, put)
            return seat.outlook(hand, melds, put)
        tile = action.tiles[0]
        if kind == "discard":
            return seat.outlook(hand - UNIT[tile], melds, put, seat.danger(tile))
        if kind == "put_fly":
            return seat.outlook(hand - UNIT[FLY], melds, put + 1, extra_turns=1.0)
        if kind == "redeem":
            at = next(i for i, m in enumerate(melds) if m.tiles == action.tiles)
            freed = hand + UNIT[FLY] - UNIT[missing_kind(melds[at])]
            return seat.best_discard(freed, (*melds[:at], redeemed(melds[at]), *melds[at + 1 :]), put)
        if kind in KONGS:
            used = {"kong": 3, "added_kong": 1, "concealed_kong": 4}[kind]
            if kind == "added_kong":
                melds = tuple(m for m in melds if not (m.kind == "pong" and m.tiles[0] == tile))
            danger = seat.danger(tile) if kind == "added_kong" else 0.0
            left = hand - used * UNIT[tile]
            return seat.outlook(left, (*melds, Meld(kind, (tile,) * 4)), put, danger, 1.0)
        assert seat.view.last is not None
        taken = seat.view.last[0]
        tiles = (tile,) * 3 if kind == "pong" else action.tiles
        return seat.best_discard(without(hand, tiles, taken), (*melds, Meld(kind, tiles)), put)

    def _win(self, seat: _Seat) -> Outlook:
        view = seat.view
        if view.phase in ("opening", "eight_flowers"):
            return Outlook(-1, 0.0, float(4 * LIMIT_PAID * seat.options.base), 0.0, 0.0, 0.0)
        if view.turn == view.seat:
            first = view.drawn < 0
            tile = view.drawn if not first else next(k for k in range(FLY + 1) if count(seat.hand, k))
            replacement = view.extras["replacement"]
            win = Win(
                seat.wind, "self", tile, seat.bonus, seat.put, replacement,
                last_tile=not first and view.wall_left == 0, tianhu=first,
            )  # fmt: skip
            hand, shares = seat.hand, 4
        else:
            assert view.last is not None
            tile, source, how = view.last
            by = "rob_kong" if how == "kong" else "discard"
            dihu = by == "discard" and source == view.dealer and view.extras["discards_made"] == 1
            last = by == "discard" and view.wall_left == 0
            win = Win(seat.wind, by, tile, seat.bonus, seat.put, last_tile=last, dihu=dihu)
            hand, shares = seat.hand + UNIT[tile], 3
        made = best_score(hand, seat.melds, win, seat.options)
        paid = made.pay_fan if made is not None else seat.options.min_fan
        return Outlook(-1, 0.0, float(shares * paid * seat.options.base), 0.0, 0.0, 0.0)


MODEL = ThreePlayerModel()
