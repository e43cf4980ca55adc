"""Who pays whom in Sichuan mahjong (SC-44 to SC-63) and who deals next (SC-64 to SC-67)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...settlement import Transfer
from .options import SichuanOptions
from .scoring import Melds, points, suit_mask, waits

SEATS = 4
KONG_REASONS = ("kong", "added_kong", "concealed_kong")


def kong_payments(
    kind: str, seat: int, source: int, active: Collection[int], options: SichuanOptions
) -> list[Transfer]:
    """SC-49 刮风下雨 of one kong. ``active``: seats still in; ``source``: the feeder of a ``kong``."""
    if kind == "kong":
        return [Transfer(source, seat, options.zhigang_pay * options.base, kind)]
    rate = options.miangang_pay if kind == "added_kong" else options.angang_pay
    return [Transfer(s, seat, rate * options.base, kind) for s in sorted(active) if s != seat]


def win_payments(
    winner: int, value: int, by: str, payer: int, active: Collection[int], options: SichuanOptions
) -> list[Transfer]:
    """SC-45 to SC-47, SC-70: one winner's money. ``payer``: discarder or robbed seat; a self-draw is paid by all of
    ``active``."""
    amount = points(value, options) * options.base
    if by != "self":
        return [Transfer(payer, winner, amount, "win")]
    if options.self_draw == "plus_base":
        amount += options.base
    return [Transfer(s, winner, amount, "win") for s in sorted(active) if s != winner]


@dataclass(frozen=True)
class DrawSettlement:
    """SC-58 to SC-63. ``pigs`` and ``not_ready``: seats, ascending; ``ready``: seat -> the 叫 value it is paid."""

    pigs: tuple[int, ...]
    ready: dict[int, int]
    not_ready: tuple[int, ...]
    huazhu: list[Transfer]
    dajiao: list[Transfer]
    refund: list[Transfer]


def settle_draw(
    hands: Mapping[int, tuple[int, Melds]],
    won: Collection[int],
    kong_money: Iterable[Transfer],
    options: SichuanOptions,
    voids: Sequence[int] = (),
) -> DrawSettlement:
    """The end of a drawn hand.

    ``hands``: seat -> (concealed 13-equivalent, melds) of the seats still in; ``won``: seats already out;
    ``voids``: void suit of each seat (SC-69), empty without 定缺.
    """
    still_in = sorted(s for s in hands if s not in won)
    pigs = tuple(s for s in still_in if _is_pig(*hands[s], voids[s] if voids else -1))
    ready: dict[int, int] = {}
    for s in still_in:
        calls = {} if s in pigs else waits(*hands[s], options)
        if calls:
            ready[s] = (max if options.cha_jiao == "max" else min)(calls.values())
    not_ready = tuple(s for s in still_in if s not in ready and s not in pigs)
    paid_by_pigs = [
        s for s in range(SEATS) if s not in pigs and (s in still_in or (s in won and options.huazhu_pays_winners))
    ]
    huazhu = [Transfer(p, s, options.huazhu * options.base, "huazhu") for p in pigs for s in paid_by_pigs]
    dajiao = [
        Transfer(s, r, points(v, options) * options.base, "dajiao") for s in not_ready for r, v in ready.items()
    ]
    gives_back = {*not_ready, *(pigs if options.huazhu_refunds else ())}
    refund = [Transfer(t.payee, t.payer, t.amount, "refund") for t in kong_money if t.payee in gives_back]
    return DrawSettlement(pigs, ready, not_ready, huazhu, dajiao, refund)


def _is_pig(hand: int, melds: Melds, void: int) -> bool:
    """SC-60 花猪: three suits in hand and melds; with 定缺 (SC-69) a tile of the void suit."""
    mask = suit_mask(hand)
    if void >= 0:
        return bool(mask >> void & 1)
    for _, tile in melds:
        mask |= 1 << tile // 9
    return mask == 7


def next_dealer(
    dealer: int, result: tuple[str, Sequence[int], int] | None, players_changed: bool, options: SichuanOptions
) -> int | None:
    """SC-64 to SC-67: the next dealer, or None for dice.

    ``result``: (by, winners, payer) of the (first) win event, None for a hand that nobody won.
    """
    if players_changed or (options.mode == "blood" and options.dealer_blood == "dice"):
        return None
    if result is None:
        return dealer
    by, winners, payer = result
    if by == "self":
        return winners[0]
    if len(winners) > 1:
        return payer
    if options.mode == "normal" and options.dealer_normal == "discarder":
        return payer
    return winners[0]


def next_after_win(
    by: str, source: int, winners: Sequence[int], won_after: Collection[int], options: SichuanOptions
) -> int:
    """SC-54: who draws after a win in blood mode. ``source``: discarder or robbed seat; the winner for a self-draw."""
    start = source
    if by != "self" and options.next_after_win == "winner":
        start = max(winners, key=lambda w: (w - source) % SEATS)
    for i in range(1, SEATS + 1):
        seat = (start + i) % SEATS
        if seat not in won_after:
            return seat
    raise ValueError("every seat has won")


def may_win_after_passing(passed: int, value: int, by: str) -> bool:
    """SC-28/29: after declining another's tile worth ``passed`` at most, only a higher value may be won from others."""
    return by == "self" or value > passed


def must_win(wall_left: int, from_last_four: bool, options: SichuanOptions) -> bool:
    """SC-30 最后四张: whether a legal win is compulsory."""
    return from_last_four if options.forced_scope == "wall_tile" else wall_left <= 3
