"""Rule cases of Paohuzi: each kind maps a case's ``input`` to the full answer (tests/cases/README.md,
section 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...cases import take
from ...tiles import UNIT
from ...zipai import TILES, set_value, table_value
from ...zipai_cases import (
    Json,
    chi_case,
    discard_case,
    kinds_mask,
    net_of,
    options_from,
    read_hand,
    read_melds,
    read_set,
    write_ladder,
)
from ...zipai_claims import Rung, ladder, own_rungs, stand_of
from ...zipai_hands import COMPLETE, DRAW, SELF, best_value, table_of
from . import scoring
from .options import PaohuziOptions
from .scoring import SEATS, WORDS, Win

_OPTIONS = ("min_xi", "self_break", "dui_strict", "xiao_cap16")
_CTX = ("tianhu", "last_card", "zimo")


def _options(case: Json) -> PaohuziOptions:
    found: PaohuziOptions = options_from(PaohuziOptions, case, _OPTIONS, ("min_xi",))
    return found


def _ctx(case: Json) -> Json:
    ctx = case.get("ctx") or {}
    take(ctx, *_CTX)
    return dict(ctx)


def _worth(win: Win, seat: int | None) -> Json:
    answer: Json = {
        "win": True,
        "xi": win.xi,
        "fans": [list(fan) for fan in win.fans],
        "base": win.base,
        "fan": win.fan,
        "pay": win.pay,
    }
    if seat is not None:
        answer["net"] = net_of(scoring.payments(seat, win.pay))
    return answer


def _xi(case: Json) -> Json:
    take(case, "type", "cards", "opts")
    _options(case)
    return {"xi": set_value(*read_set(case["type"], case["cards"], WORDS))}


def _score(case: Json) -> Json:
    take(case, "xi", "fans", "ctx", "opts")
    _options(case)
    ctx = _ctx(case)
    fans = [(name, value) for name, value in case.get("fans", ())]
    base = scoring.base_of(case["xi"], bool(ctx.get("zimo")), bool(ctx.get("tianhu")))
    fan = scoring.fan_of(fans, bool(ctx.get("last_card")))
    return {"base": base, "fan": fan, "pay": base * fan}


def _win(case: Json) -> Json:
    take(case, "hand", "melds", "card", "by", "seat", "ctx", "opts")
    ctx, options = _ctx(case), _options(case)
    by = case.get("by")
    if by not in ("self", "other", None):
        raise ValueError(f"by is 'self' or 'other', not {by!r}")
    card = case.get("card")
    how = COMPLETE if card is None else SELF if by == "self" else DRAW
    win = scoring.win_of(
        read_hand(case["hand"]),
        read_melds(case.get("melds") or (), WORDS),
        TILES.kind(card) if card is not None else 0,
        how,
        options,
        tianhu=bool(ctx.get("tianhu")),
        last_card=bool(ctx.get("last_card")),
        self_drawn=how == SELF or bool(ctx.get("zimo")),
    )
    if win is None:
        return {"win": False}
    return {**_worth(win, case.get("seat")), "readings": win.readings}


def _tianhu35(case: Json) -> Json:
    take(case, "hand", "completed_by_liang", "seat", "opts")
    hand = read_hand(case["hand"])
    win = scoring.tianhu35_of(hand, _options(case), bool(case.get("completed_by_liang")))
    if win is None:
        return {"win": False}
    ti, kan = scoring.opening_sets(hand)
    return {**_worth(win, case.get("seat")), "ti": ti, "kan": kan}


def _chi(case: Json) -> Json:
    take(case, "hand", "card", "melds", "opts")
    _options(case)
    return chi_case(case, WORDS, True)


class _Player:
    """A seat of a ``ladder`` case."""

    def __init__(self, given: Json) -> None:
        take(given, "hand", "melds", "chou", "discarded", "chouhu", "dead")
        melds = read_melds(given.get("melds") or (), WORDS)
        chou = kinds_mask(given.get("chou") or ())
        barred = chou | kinds_mask(given.get("discarded") or ())
        dead = bool(given.get("dead"))
        self.stand = stand_of(read_hand(given["hand"]), table_of(melds), barred, barred, chou, dead)
        self.chouhu = {TILES.kind(name): xi for name, xi in (given.get("chouhu") or {}).items()}
        self.table_xi = table_value(melds)

    def may_win(self, card: int, how: int, options: PaohuziOptions) -> bool:
        """PH-27, PH-30, PH-38 to 42."""
        if self.stand.dead or self.chouhu.get(card) == self.table_xi:
            return False
        best = best_value(self.stand.hand, self.stand.table, card, how, options.self_break)
        return best >= max(0, options.min_xi)


def _ladder(case: Json) -> Json:
    take(case, "players", "event", "ctx", "opts")
    event, options = case["event"], _options(case)
    take(event, "type", "seat", "card", "ctx")
    card, source = TILES.kind(event["card"]), event["seat"]
    if event["type"] not in ("draw", "discard"):
        raise ValueError(f"an event is a draw or a discard, not {event['type']!r}")
    players = [_Player(p) for p in case["players"]]
    drawn = event["type"] == "draw"
    stands = [p.stand for p in players]
    rungs: list[Rung] = []
    if drawn:
        drawer = players[source]
        rungs = own_rungs(card, source, drawer.stand, drawer.may_win(card, SELF, options))
    if not rungs:

        def may_win(seat: int) -> bool:
            return drawn and players[seat].may_win(card, SELF if seat == source else DRAW, options)

        rungs = ladder(card, source, drawn, stands, may_win, options.claim_rules())
    return {"ladder": write_ladder(rungs, WORDS, False)}


def _opening(case: Json) -> Json:
    take(case, "dealer", "hands", "liang", "opts")
    _options(case)
    options = PaohuziOptions()
    dealer, liang = case["dealer"], TILES.kind(case["liang"])
    hands = [read_hand(h) for h in case["hands"]]
    order = [(dealer + i) % SEATS for i in range(SEATS)]
    whole = [hand + UNIT[liang] * (seat == dealer) for seat, hand in enumerate(hands)]
    for seat in order:
        by_liang = seat == dealer and not scoring.is_tianhu35(hands[seat])
        win = scoring.tianhu35_of(whole[seat], options, by_liang)
        if win is not None:
            return {"result": "tianhu35", "seat": seat, "pay": win.pay}
    offers = [s for s in order if scoring.liang_win(hands[s], liang, s == dealer, options) is not None]
    discards = scoring.dealer_must_discard(whole[dealer])
    return {
        "result": "liang_offer" if offers else "play",
        "offers": offers,
        "ti": [scoring.opening_sets(hand)[0] for hand in whole],
        "dealer_discards": discards,
        "next": ["discard", dealer] if discards else ["draw", order[1]],
    }


def _dealer(case: Json) -> Json:
    take(case, "dealer", "winner", "huang", "opts")
    _options(case)
    return {"next": list(scoring.next_dealer(case["dealer"], case.get("winner"), case.get("huang", 0)))}


def _public(case: Json) -> Json:
    take(case, "melds", "opts")
    _options(case)
    melds = read_melds(case["melds"], WORDS)
    return {"public_xi": scoring.public_value(melds), "table_xi": table_value(melds)}


KINDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "xi": _xi,
    "score": _score,
    "win": _win,
    "tianhu35": _tianhu35,
    "chi": _chi,
    "discard": discard_case,
    "ladder": _ladder,
    "opening": _opening,
    "dealer": _dealer,
    "public": _public,
}
UNORDERED = {"win": {"fans"}, "tianhu35": {"fans"}, "chi": {"options"}}
"""Answers whose order means nothing."""
