"""Rule cases of Nantong changpai: each kind as a function from ``input`` to the full answer
(tests/cases/README.md, 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...cases import one_of, read_options, take
from ...claims import Claim
from ...mahjong import kongs_in
from ...melds import Meld
from ...settlement import net
from ...tiles import UNIT, pack
from . import TILES, legal
from .options import NantongOptions
from .readings import split_count
from .scoring import Win, loser_hu, rounded, set_value, settle_hu, seven_sets, tally, waits

Case = dict[str, Any]

MELD_KINDS = {
    "peng": "pong",
    "minggang": "kong",
    "angang": "concealed_kong",
    "qishou4": "opening_quad",
    "qishou3": "opening_triplet",
    "tiandi": "tiandi",
}
"""Words of the case files -> words of the engine."""
FORMS = {**MELD_KINDS, "ke": "triplet"}
SOURCES = {"self": "self", "discard": "discard", "rob": "rob_kong", "initial": "initial"}
COPIES = {"pong": 3, "opening_triplet": 3, "tiandi": 2}
_WORDS = {v: k for k, v in MELD_KINDS.items()} | {"added_kong": "bugang", "win": "hu"}


def _ask(given: Case, *keys: str) -> NantongOptions:
    """The options of a case whose input may have these keys and ``opts``; ValueError for anything unknown."""
    take(given, *keys, "opts")
    return read_options(NantongOptions, given, hidden=("angang_visible", "tianhu_after_replacement"))


def _hand(names: Sequence[str]) -> int:
    return pack(TILES.read(names))


def _melds(given: Sequence[Case]) -> tuple[Meld, ...]:
    found = []
    for meld in given:
        take(meld, "type", "tile")
        kind = MELD_KINDS[one_of(meld["type"], MELD_KINDS, "type")]
        found.append(Meld(kind, (TILES.kind(meld["tile"]),) * COPIES.get(kind, 4)))
    return tuple(found)


def _players(given: Sequence[Case]) -> tuple[list[int], list[tuple[Meld, ...]], list[bool]]:
    """Concealed cards, melds and 报听 by seat."""
    for player in given:
        take(player, "concealed", "melds", "baoting")
    return (
        [_hand(p["concealed"]) for p in given],
        [_melds(p.get("melds", ())) for p in given],
        [bool(p.get("baoting", False)) for p in given],
    )


def _flips(names: Sequence[str]) -> tuple[int, int]:
    first, second = TILES.read(names)
    return first, second


def _settled(hu: Sequence[int]) -> dict[str, Any]:
    totals = [rounded(h) for h in hu]
    return {"totals": totals, "net": net(settle_hu(totals), len(totals))}


def hand(given: Case) -> dict[str, Any]:
    """Final settlement of one hand (NT-29 to NT-49)."""
    options = _ask(given, "flips", "players", "winner", "ctx")
    flips = _flips(given["flips"])
    hands, melds, _ = _players(given["players"])
    winner = given.get("winner")
    hu = [loser_hu(h, m, flips, options, winner is None) for h, m in zip(hands, melds, strict=True)]
    if winner is None:
        return _settled(hu)
    win = _win(given["ctx"])
    concealed = hands[winner] + (UNIT[win.tile] if win.tile >= 0 else 0)
    found = tally(concealed, melds[winner], flips, win, options)
    if found is None:
        return {"error": "not a winning hand"}
    hu[winner] = found.raw
    return {
        "shape": found.shape,
        "base": found.base,
        "bonus": found.bonus,
        "doubles": list(found.doubles),
        "raw": found.raw,
        "decompositions": split_count(concealed),
        **_settled(hu),
    }


def _win(ctx: Case) -> Win:
    take(ctx, "source", "tile", "after_kong", "last_tile", "baoting", "dihu", "tianhu")
    source = SOURCES[one_of(ctx["source"], SOURCES, "source")]
    flags = {k: bool(ctx.get(k, False)) for k in ("after_kong", "last_tile", "baoting", "dihu", "tianhu")}
    return Win(source, -1 if source == "initial" else TILES.kind(ctx["tile"]), **flags)


def group_value(given: Case) -> dict[str, Any]:
    """Hu of one set (NT-30 to NT-33)."""
    _ask(given, "form", "tile", "flips")
    form = FORMS[one_of(given["form"], FORMS, "form")]
    return {"value": set_value(form, TILES.kind(given["tile"]), _flips(given["flips"]))}


def settle(given: Case) -> dict[str, Any]:
    """Rounding and pairwise settlement (NT-45, NT-47)."""
    _ask(given, "raw")
    return _settled(given["raw"])


def opening(given: Case) -> dict[str, Any]:
    """Declarations open to a seat (NT-10 to NT-12)."""
    _ask(given, "hand", "flips")
    found = legal.declarations(_hand(given["hand"]), _flips(given["flips"]))
    return {"options": [[_WORDS[form], TILES.name(k)] for form, k in found]}


def waiting(given: Case) -> dict[str, Any]:
    """The kinds a seat waits for (NT-14)."""
    _ask(given, "concealed", "melds")
    mask = waits(_hand(given["concealed"]), _melds(given.get("melds", ())))
    return {"waits": [TILES.name(k) for k in range(TILES.size) if mask >> k & 1]}


def claims(given: Case) -> dict[str, Any]:
    """The ladder on a discard (NT-21 to NT-27)."""
    _ask(given, "players", "discarder", "tile", "stock_left")
    hands, melds, locked = _players(given["players"])
    tile = TILES.kind(given["tile"])
    return _ladder(legal.claims(hands, melds, locked, given["discarder"], tile, given["stock_left"]))


def _ladder(ladder: Sequence[Claim]) -> dict[str, Any]:
    return {"ladder": [[_WORDS[claim.action.kind], claim.seat] for claim in ladder]}


def rob(given: Case) -> dict[str, Any]:
    """The ladder on a card being added to a pong (NT-20)."""
    _ask(given, "players", "konger", "tile")
    hands, melds, _ = _players(given["players"])
    return _ladder(legal.robbers(hands, melds, given["konger"], TILES.kind(given["tile"])))


def turn(given: Case) -> dict[str, Any]:
    """What a seat may do after a draw, discards left out (NT-18 to NT-20, NT-26)."""
    _ask(given, "player", "drawn", "stock_left")
    hands, melds, locked = _players([given["player"]])
    drawn = given["drawn"]
    concealed = hands[0] + UNIT[TILES.kind(drawn)]
    options = [["hu", drawn]] if seven_sets(concealed, melds[0]) else []
    if locked[0]:
        options.append(["discard_only", drawn])
    elif given["stock_left"]:
        options += [[_WORDS[a.kind], TILES.name(a.tiles[0])] for a in kongs_in(concealed, melds[0])]
    return {"options": options}


KINDS: dict[str, Callable[[Case], dict[str, Any]]] = {
    "hand": hand,
    "group_value": group_value,
    "settle": settle,
    "opening": opening,
    "waits": waiting,
    "claims": claims,
    "rob": rob,
    "turn": turn,
}

UNORDERED = {"hand": {"doubles"}, "opening": {"options"}, "waits": {"waits"}, "turn": {"options"}}
