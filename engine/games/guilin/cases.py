"""Rule cases of Guilin zipai: each kind maps a case's ``input`` to the full answer (tests/cases/README.md,
section 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...cases import one_of, take
from ...tiles import UNIT
from ...zipai import TILES, set_value
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
from ...zipai_claims import Rung, Stand, ladder, own_rungs, stand_of
from ...zipai_hands import DISCARD, DRAW, SELF, best_value, table_of
from . import scoring
from .options import GuilinOptions
from .scoring import WIN_TYPES, WORDS, Flips

_OPTIONS = (
    "min_hu",
    "step",
    "bonus",
    "xing_up",
    "xing_mid",
    "xing_down",
    "true3",
    "fake4",
    "xing_wrap",
    "must_hu",
    "self_break",
    "bi",
)
_HOW = {"self": SELF, "draw": DRAW, "discard": DISCARD}


def _options(case: Json) -> GuilinOptions:
    found: GuilinOptions = options_from(GuilinOptions, case, _OPTIONS, ("min_hu", "step"))
    return found


def _paid(zi: int, xing: int, wtype: str, seat: int | None, discarder: int | None, options: GuilinOptions) -> Json:
    unit = scoring.unit_of(zi, xing, wtype, options)
    answer: Json = {"unit": unit}
    needs_discarder = wtype in scoring.DISCARDER_PAYS
    if seat is not None and not (needs_discarder and discarder is None):
        answer["net"] = net_of(scoring.payments(seat, unit, wtype, -1 if discarder is None else discarder))
    return answer


def _turned(flips: Flips) -> Json:
    return {"flips": TILES.write(flips.cards), "xing": flips.total}


def _hu(case: Json) -> Json:
    take(case, "type", "cards", "opts")
    _options(case)
    return {"hu": set_value(*read_set(case["type"], case["cards"], WORDS))}


def _zi(case: Json) -> Json:
    take(case, "hu", "opts")
    return {"zi": scoring.zi_of(case["hu"], _options(case))}


def _win(case: Json) -> Json:
    take(case, "hand", "melds", "card", "how", "wtype", "discarder", "stock", "seat", "opts")
    options = _options(case)
    how = _HOW[one_of(case["how"], _HOW, "how")]
    wtype = one_of(case["wtype"], WIN_TYPES, "wtype")
    hand, melds, card = (
        read_hand(case["hand"]),
        read_melds(case.get("melds") or (), WORDS),
        TILES.kind(case["card"]),
    )
    readings = scoring.hand_readings(hand, melds, card, how, options)
    if not readings:
        return {"win": False}
    flips = scoring.flips_of(scoring.winner_cards(hand + UNIT[card], melds), TILES.read(case["stock"]), card, options)
    hu = readings[0].value
    zi = scoring.zi_of(hu, options)
    return {
        "win": True,
        "readings": len(readings),
        "hu": hu,
        "zi": zi,
        **_turned(flips),
        **_paid(zi, flips.total, wtype, case.get("seat"), case.get("discarder"), options),
    }


def _sanlong(case: Json) -> Json:
    take(case, "hand", "stock", "seat", "opts")
    options, hand = _options(case), read_hand(case["hand"])
    if not scoring.is_sanlong(hand):
        return {"win": False}
    stock = TILES.read(case["stock"])
    if not stock:
        raise ValueError("the stock of a starting hand is never empty")
    hu = scoring.sanlong_reading(hand).value
    zi = max(1, scoring.zi_of(hu, options))
    flips = scoring.flips_of(hand, stock, stock[0], options)
    long, kan = scoring.opening_sets(hand)
    answer = {"win": True, "long": long, "kan": kan, "hu": hu, "zi": zi, **_turned(flips)}
    return {**answer, **_paid(zi, flips.total, "sanlong", case.get("seat"), None, options)}


def _xing(case: Json) -> Json:
    take(case, "cards", "stock", "card", "opts")
    stock = TILES.read(case.get("stock") or ())
    card = TILES.kind(case["card"]) if case.get("card") is not None else -1
    if not stock and card < 0:
        raise ValueError("without a stock the winning card is needed")
    flips = scoring.flips_of(read_hand(case["cards"]), stock, card, _options(case))
    return {**_turned(flips), "each": list(flips.each)}


def _unit(case: Json) -> Json:
    take(case, "zi", "xing", "wtype", "seat", "discarder", "opts")
    wtype = one_of(case["wtype"], WIN_TYPES, "wtype")
    return _paid(case["zi"], case.get("xing", 0), wtype, case.get("seat"), case.get("discarder"), _options(case))


def _chi(case: Json) -> Json:
    take(case, "hand", "card", "melds", "opts")
    return chi_case(case, WORDS, _options(case).bi)


def _discard(case: Json) -> Json:
    _options(case)
    return discard_case(case)


def _stand(given: Json) -> Stand:
    take(given, "hand", "melds", "guo", "guo_chi", "discarded")
    guo = kinds_mask(given.get("guo") or ())
    no_chi = guo | kinds_mask(given.get("guo_chi") or ()) | kinds_mask(given.get("discarded") or ())
    return stand_of(read_hand(given["hand"]), table_of(read_melds(given.get("melds") or (), WORDS)), no_chi, guo, guo)


def _ladder(case: Json) -> Json:
    take(case, "players", "event", "opts")
    event, options = case["event"], _options(case)
    take(event, "type", "seat", "card")
    drawn = one_of(event["type"], ("draw", "discard"), "type") == "draw"
    card, source = TILES.kind(event["card"]), event["seat"]
    stands = [_stand(p) for p in case["players"]]
    rules = options.claim_rules()

    def may_win(seat: int) -> bool:
        how = DISCARD if not drawn else SELF if seat == source else DRAW
        stand = stands[seat]
        return best_value(stand.hand, stand.table, card, how, options.self_break) >= options.min_hu

    rungs: list[Rung] = []
    if drawn:
        rungs = own_rungs(card, source, stands[source], may_win(source), SELF in rules.must_win)
    if not rungs:
        compulsory = (DRAW if drawn else DISCARD) in rules.must_win
        rungs = ladder(card, source, drawn, stands, may_win, rules, compulsory)
    return {"ladder": write_ladder(rungs, WORDS, True)}


def _dealer(case: Json) -> Json:
    take(case, "dealer", "winner", "opts")
    _options(case)
    return {"next": scoring.next_dealer(case["dealer"], case.get("winner"), GuilinOptions())}


KINDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "hu": _hu,
    "zi": _zi,
    "win": _win,
    "sanlong": _sanlong,
    "xing": _xing,
    "unit": _unit,
    "chi": _chi,
    "discard": _discard,
    "ladder": _ladder,
    "dealer": _dealer,
}
UNORDERED = {"chi": {"options"}}
"""Answers whose order means nothing."""
