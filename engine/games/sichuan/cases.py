"""Rule cases of Sichuan mahjong: each kind maps a case's input to the full answer (tests/cases/README.md section 1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ...cases import read_options, take
from ...settlement import Transfer, net
from ...tiles import UNIT, pack
from . import TILES, settlement
from .options import SichuanOptions
from .scoring import BASES, Melds, Situation, score, waits

MELD_WORDS = {"pon": "pong", "kong": "kong", "addkong": "added_kong", "ankong": "concealed_kong"}
_LATER = ("exchange", "void_suit", "self_draw", "extra_fans")


def _options(data: dict[str, Any]) -> SichuanOptions:
    return read_options(SichuanOptions, data, hidden=_LATER)


def read_tiles(text: str) -> tuple[int, ...]:
    """Kinds from tile text: ``"123m 55p"``."""
    found = []
    for group in text.split():
        if len(group) < 2 or group[-1] not in "mps" or not group[:-1].isdigit():
            raise ValueError(f"{group!r} is not tile text")
        found += [TILES.kind(rank + group[-1]) for rank in group[:-1]]
    return tuple(found)


def _melds(texts: list[str]) -> Melds:
    found = []
    for text in texts:
        word, _, tile = text.partition(":")
        if word not in MELD_WORDS:
            raise ValueError(f"{text!r} is not a meld")
        found.append((MELD_WORDS[word], TILES.kind(tile)))
    return tuple(found)


def _by(word: str) -> str:
    if word not in ("self", "discard", "rob_kong"):
        raise ValueError(f"{word!r} is not a way to win")
    return word


def _score(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "concealed", "win", "melds", "by", "ctx", "seats", "opts")
    options = _options(data)
    hand = pack(read_tiles(data["concealed"]))
    if data.get("win"):
        hand += UNIT[TILES.kind(data["win"])]
    ctx = take(data.get("ctx") or {}, "after_kong", "tianhu", "dihu")
    by = _by(data["by"])
    made = score(
        hand,
        _melds(data.get("melds") or []),
        Situation(by, bool(ctx.get("after_kong")), bool(ctx.get("tianhu")), bool(ctx.get("dihu"))),
        options,
    )
    if made is None:
        return {"win": False}
    answer: dict[str, Any] = {
        "win": True,
        "V": made.value,
        "fans": [list(f) for f in made.fans],
        "label": made.label,
    }
    if data.get("seats") is not None:
        seats = take(data["seats"], "winner", "payer", "active")
        active = seats.get("active", range(settlement.SEATS))
        payer = seats.get("payer")
        owed = settlement.win_payments(
            seats["winner"], made.value, by, -1 if payer is None else payer, active, options
        )
        answer["payments"] = net(owed, settlement.SEATS)
    return answer


def _waits(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "concealed", "melds", "opts")
    found = waits(pack(read_tiles(data["concealed"])), _melds(data.get("melds") or []), _options(data))
    return {
        "waits": {TILES.name(t): v for t, v in found.items()},
        "ready": bool(found),
        "max": max(found.values(), default=None),
        "min": min(found.values(), default=None),
    }


_KONG_KINDS = {k: MELD_WORDS[k] for k in ("kong", "addkong", "ankong")}


def _kong_transfers(
    kong: dict[str, Any], kind: str, active: Collection[int], options: SichuanOptions
) -> list[Transfer]:
    source = kong.get("from")
    return settlement.kong_payments(
        _KONG_KINDS[kind], kong["seat"], -1 if source is None else source, active, options
    )


def _kong(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "kong", "seat", "from", "active", "opts")
    active = data.get("active", range(settlement.SEATS))
    return {"payments": net(_kong_transfers(data, data["kong"], active, _options(data)), settlement.SEATS)}


def _win_transfers(event: dict[str, Any], active: Collection[int], options: SichuanOptions) -> list[Transfer]:
    payer = event.get("payer")
    owed = []
    for winner, value in zip(event["winners"], event["V"], strict=True):
        owed += settlement.win_payments(
            winner, value, _by(event["by"]), -1 if payer is None else payer, active, options
        )
    return owed


def _wins(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "winners", "V", "by", "payer", "active", "opts")
    active = data.get("active", range(settlement.SEATS))
    return {"payments": net(_win_transfers(data, active, _options(data)), settlement.SEATS)}


def _hands(hands: dict[str, Any], won: Collection[int]) -> dict[int, tuple[int, Melds]]:
    return {
        int(s): (pack(read_tiles(concealed)), _melds(melds))
        for s, (concealed, melds) in hands.items()
        if int(s) not in won
    }


def _draw(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "hands", "won", "kongs", "opts")
    options = _options(data)
    won = data.get("won") or []
    money: list[Transfer] = []
    for kong in data.get("kongs") or []:
        take(kong, "kind", "seat", "from", "active")
        money += _kong_transfers(kong, kong["kind"], kong.get("active", range(settlement.SEATS)), options)
    drawn = settlement.settle_draw(_hands(data["hands"], won), won, money, options)
    parts = {"huazhu": drawn.huazhu, "dajiao": drawn.dajiao, "refund": drawn.refund}
    return {
        "pigs": list(drawn.pigs),
        "ready": {str(s): v for s, v in drawn.ready.items()},
        "not_ready": list(drawn.not_ready),
        **{name: net(t, settlement.SEATS) for name, t in parts.items()},
        "total": net([t for part in parts.values() for t in part], settlement.SEATS),
    }


def _ledger(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "events", "opts")
    options = _options(data)
    won: list[int] = []
    left: list[int] = []
    kong_money: list[Transfer] = []
    booked: list[Transfer] = []
    final: list[Transfer] = []
    ended: str | None = None
    for event in data["events"]:
        active = [s for s in range(settlement.SEATS) if s not in won]
        match event["e"]:
            case "kong":
                take(event, "e", "kind", "seat", "from")
                kong_money += _kong_transfers(event, event["kind"], active, options)
            case "win":
                take(event, "e", "winners", "V", "by", "payer")
                booked += _win_transfers(event, active, options)
                won += event["winners"]
                if options.mode == "normal" or len(won) >= 3:
                    ended = "win"
            case "leave":
                take(event, "e", "seat")
                if options.early_leave_forfeit and event["seat"] in won and ended is None:
                    left.append(event["seat"])
            case "draw":
                take(event, "e", "hands")
                drawn = settlement.settle_draw(_hands(event["hands"], won), won, kong_money, options)
                final += [*drawn.huazhu, *drawn.dajiao, *drawn.refund]
                ended = "draw"
            case other:
                raise ValueError(f"no ledger event is called {other!r}")
    kept = [t for t in booked if t.payee not in left]
    return {"payments": net([*kong_money, *kept, *final], settlement.SEATS), "ended": ended, "won": won}


def _pass(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "passed", "V", "by", "opts")
    highest = max(data.get("passed") or [], default=0)
    return {"may_win": settlement.may_win_after_passing(highest, data["V"], _by(data["by"]))}


def _forced(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "wall_left", "from_last_four", "opts")
    return {"must_win": settlement.must_win(data["wall_left"], bool(data.get("from_last_four")), _options(data))}


def _dealer(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "dealer", "result", "players_changed", "opts")
    result = take(data["result"], "type", "by", "winners", "payer")
    event = None
    if result["type"] == "win":
        payer = result.get("payer")
        event = (_by(result["by"]), tuple(result["winners"]), -1 if payer is None else payer)
    elif result["type"] != "draw":
        raise ValueError(f"no result type is called {result['type']!r}")
    following = settlement.next_dealer(data["dealer"], event, bool(data.get("players_changed")), _options(data))
    return {"next": "dice" if following is None else following}


def _turn(data: dict[str, Any]) -> dict[str, Any]:
    take(data, "from", "winners", "won_after", "by", "opts")
    return {
        "next": settlement.next_after_win(
            _by(data["by"]), data["from"], data["winners"], data["won_after"], _options(data)
        )
    }


KINDS = {
    "score": _score,
    "waits": _waits,
    "kong": _kong,
    "wins": _wins,
    "draw": _draw,
    "ledger": _ledger,
    "pass": _pass,
    "forced": _forced,
    "dealer": _dealer,
    "turn": _turn,
}
UNORDERED = {"score": {"fans"}}
assert len(BASES) == 9
