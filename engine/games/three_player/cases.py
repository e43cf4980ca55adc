"""Rule cases of three-player mahjong: each kind as a function from ``input`` to the full answer
(tests/cases/README.md, section 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...actions import WIN, Action
from ...cases import one_of, read_options, take
from ...melds import Meld
from ...settlement import net
from ...tiles import UNIT, pack
from . import TILES, legal
from .fans import bonus_fans, eight_flowers
from .kinds import FLY
from .options import ThreePlayerOptions
from .scoring import LIMIT, LIMIT_PAID, Win, best_score
from .settlement import fly_transfers, next_dealer, win_transfers

Case = dict[str, Any]

NAMES = {
    "spring": "春", "summer": "夏", "autumn": "秋", "winter": "冬",
    "plum": "梅", "orchid": "兰", "chrysanthemum": "菊", "bamboo": "竹",
    "cat": "猫", "mouse": "鼠", "rooster": "鸡", "centipede": "蜈蚣", "clown": "小丑",
    "dunfei": "顿飞",
    "three_east": "三个东", "three_south": "三个南", "three_west": "三个西", "three_north": "三个北",
    "three_red": "三个中", "three_green": "三个发", "three_white": "三个白",
    "self_draw": "自摸", "claimed_win": "吃胡", "small_three_dragons": "小三元",
    "all_dots": "全筒子", "all_triplets": "对对胡", "all_dots_triplets": "全筒对对胡", "pinghu": "平胡",
    "kong_draw": "杠上自摸", "flower_draw": "花上自摸", "rob_kong": "抢杠胡", "terminals": "幺九筒",
    "last_discard": "河底捞鱼",
    "opening_flies": "起手四飞", "four_flies": "四飞吃胡", "eight_flowers": "八仙过海", "tianhu": "天胡",
    "dihu": "地胡", "latahu": "邋遢胡", "nine_gates": "九子连环", "big_four_winds": "大四喜",
    "small_four_winds": "小四喜", "big_three_dragons": "大三元", "all_honours": "全大炮",
    "kankanhu": "坎坎胡", "four_kongs": "十八罗汉",
    "last_tile_draw": "海底捞月", "kong_on_kong": "杠上杠自摸",
}  # fmt: skip
"""Words of the engine -> words of the case files."""
BY = ("self", "discard", "rob_kong")
_GROUP = re.compile(r"(?P<dots>[1-9]+)p|(?P<bonus>f[1-8]|a[1-4]|c)|(?P<letters>[ESWNCFPJ]+)")


def tiles_of(text: str) -> list[int]:
    """Kinds of a tile text: groups parted by blanks (README, section 2)."""
    found: list[int] = []
    for group in text.split():
        match = _GROUP.fullmatch(group)
        if match is None:
            # Letters and dots may also stand in one group, as in "55pEE".
            pieces = list(_GROUP.finditer(group))
            if "".join(m.group() for m in pieces) != group:
                raise ValueError(f"no tiles: {group!r}")
        else:
            pieces = [match]
        for piece in pieces:
            if piece["dots"]:
                found += [TILES.kind(f"{d}p") for d in piece["dots"]]
            elif piece["bonus"]:
                found.append(TILES.kind(piece["bonus"]))
            else:
                found += [TILES.kind(letter) for letter in piece["letters"]]
    return found


def _hand(text: str) -> int:
    return pack(tiles_of(text))


_MELD_COPIES = {"pong": 3, "kong": 4, "concealed_kong": 4}
_MELD_WORDS = {"pon": "pong", "kong": "kong", "ankong": "concealed_kong"}


def meld_of(text: str) -> Meld:
    """The meld of a text such as ``pon:E+J`` or ``chi:345p-4``."""
    word, _, body = text.partition(":")
    if word == "chi":
        match = re.fullmatch(r"([1-9])([1-9])([1-9])p(?:-([1-9]))?", body)
        if match is None:
            raise ValueError(f"no meld: {text!r}")
        ranks = [int(r) - 1 for r in match.groups()[:3]]
        if ranks != [ranks[0], ranks[0] + 1, ranks[0] + 2]:
            raise ValueError(f"no run: {text!r}")
        if match[4] is None:
            return Meld("chow", tuple(ranks))
        return Meld("false_chow", tuple(FLY if r == int(match[4]) - 1 else r for r in ranks))
    kind = _MELD_WORDS[one_of(word, _MELD_WORDS, "meld")]
    if word == "pon" and body.endswith("+J"):
        tile = TILES.kind(body[:-2])
        return Meld("false_pong", (tile, tile, FLY))
    return Meld(kind, (TILES.kind(body),) * _MELD_COPIES[kind])


def claim_text(action: Action) -> str:
    """A claim as the case files write it."""
    tiles = action.tiles
    if action.kind in ("chow", "false_chow"):
        meld = Meld(action.kind, tiles)
        missing = legal.missing_kind(meld)
        run = legal.redeemed(meld).tiles
        fly = f"-{missing + 1}" if missing >= 0 else ""
        return f"chi:{''.join(str(r + 1) for r in run)}p{fly}"
    name = TILES.name(tiles[0])
    return {"kong": f"kong:{name}", "pong": f"pon:{name}", "false_pong": f"pon:{name}+J"}[action.kind]


def _ask(given: Case, *keys: str) -> ThreePlayerOptions:
    """The options of a case whose input may have these keys and ``opts``; ValueError for anything unknown."""
    take(given, *keys, "opts")
    opts = dict(given.get("opts") or {})
    if "dihu_scope" in opts:
        one_of(opts.pop("dihu_scope"), ["dealer_first_discard"], "dihu_scope")
    return read_options(ThreePlayerOptions, {"opts": opts})


_FLAGS = ("last_tile", "tianhu", "dihu")


def score(given: Case) -> dict[str, Any]:
    """May this hand win, what is it worth, who pays? (TP-24 to TP-71)"""
    options = _ask(given, "concealed", "win", "by", "ctx", "melds", "settle")
    ctx = take(given["ctx"], "seat", "bonus", "dunfei", "replacement", "kong_chain", *_FLAGS)
    replacement = ctx.get("replacement") or ""
    win = Win(
        wind=ctx["seat"],
        by=one_of(given["by"], BY, "by"),
        tile=TILES.kind(given["win"]),
        bonus=_hand(ctx.get("bonus", "")),
        dunfei=ctx.get("dunfei", 0),
        replacement=one_of(replacement, ["", "kong", "flower", "dunfei"], "replacement"),
        kong_chain=ctx.get("kong_chain", 0),
        **{flag: bool(ctx.get(flag, False)) for flag in _FLAGS},
    )
    melds = [meld_of(m) for m in given.get("melds", ())]
    found = best_score(_hand(given["concealed"]) + UNIT[win.tile], melds, win, options)
    if found is None:
        return {"shape": False, "can_win": False}
    answer = {
        "shape": True,
        "can_win": found.fan >= options.min_fan,
        "fan": found.fan,
        "raw": found.raw,
        "pay_fan": found.pay_fan,
        "limits": [NAMES[name] for name in found.limits],
        "fans": [[NAMES[name], value] for name, value in found.fans],
        "jihu": found.jihu,
    }
    asked = given.get("settle")
    if asked is not None and answer["can_win"]:
        take(asked, "payer", "flies")
        flies = asked.get("flies", [0, 0, 0])
        answer["payments"] = _payments(win.wind, found.pay_fan, win.by, asked.get("payer"), flies, options)
    return answer


def _payments(
    winner: int, paid: int, by: str, payer: int | None, flies: Sequence[int], options: ThreePlayerOptions
) -> list[int]:
    if by != "self" and payer is None:
        raise ValueError(f"a win by {by} needs a payer")
    source = -1 if payer is None else payer
    transfers = win_transfers(winner, paid, by, source, options.base)
    return net(transfers + fly_transfers(flies, options.fly_unit, options.base), 3)


def special(given: Case) -> dict[str, Any]:
    """A win without a shape (TP-31, TP-38, TP-40)."""
    options = _ask(given, "seat", "flies", "opening", "bonus", "fly_counts")
    limits = []
    if given.get("opening", False) and given.get("flies", 0) == 4:
        limits.append(NAMES["opening_flies"])
    if eight_flowers(_hand(given.get("bonus", ""))):
        limits.append(NAMES["eight_flowers"])
    if not limits:
        return {"win": False}
    flies = given.get("fly_counts", [0, 0, 0])
    payments = _payments(given["seat"], LIMIT_PAID, "self", None, flies, options)
    return {"win": True, "fan": LIMIT, "limits": limits, "payments": payments}


def settle(given: Case) -> dict[str, Any]:
    """Payments of a hand (TP-68 to TP-73)."""
    options = _ask(given, "result")
    result = given["result"]
    if one_of(result["type"], ["win", "draw"], "type") == "draw":
        take(result, "type", "flies")
        unit = options.fly_unit if options.fly_on_draw else 0
        return {"payments": net(fly_transfers(result.get("flies", [0, 0, 0]), unit, options.base), 3)}
    take(result, "type", "winner", "pay_fan", "by", "payer", "flies")
    by = one_of(result["by"], BY, "by")
    flies = result.get("flies", [0, 0, 0])
    payments = _payments(result["winner"], result["pay_fan"], by, result.get("payer"), flies, options)
    return {"payments": payments}


def claims(given: Case) -> dict[str, Any]:
    """Chow, pong and kong that one seat could claim on a discard (TP-13 to TP-15, TP-23)."""
    options = _ask(given, "hand", "tile", "is_next", "wall_left")
    hand, tile, left = _hand(given["hand"]), TILES.kind(given["tile"]), given.get("wall_left", 1)
    found = legal.pongs(hand, tile, left)
    if given.get("is_next", False):
        found += legal.chows(hand, tile, left, options.max_flies_in_chi)
    return {"claims": sorted(map(claim_text, found))}


_CLAIMS = {
    "win": WIN,
    "kong": Action.of("kong"),
    "pon": Action.of("pong"),
    "falsepon": Action.of("false_pong"),
    "chi": Action.of("chow"),
    "falsechi": Action.of("false_chow"),
}


def resolve(given: Case) -> dict[str, Any]:
    """Who gets the discard (TP-20, TP-21, TP-29)."""
    options = _ask(given, "discarder", "claims")
    asked = [(int(s), _CLAIMS[one_of(word, _CLAIMS, "claim")]) for s, word in given["claims"].items()]
    order = legal.claim_order(given["discarder"], asked, options.false_pon_tie)
    winners = [seat for seat, action in order if action is WIN]
    if options.multi_win == "all" and winners:
        return {"winners": winners}
    return {"winners": [seat for seat, _ in order[:1]]}


def redeem(given: Case) -> dict[str, Any]:
    """May the fly of a meld be taken back? (TP-19)"""
    options = _ask(given, "meld", "drawn", "hand")
    drawn = TILES.kind(given["drawn"]) if given["drawn"] else -1
    hand = _hand(given.get("hand", ""))
    return {"allowed": legal.redeemable(meld_of(given["meld"]), hand, drawn, options)}


def kong(given: Case) -> dict[str, Any]:
    """Kong on the own turn with one tile (TP-16, TP-17)."""
    _ask(given, "tile", "hand", "melds", "wall_left")
    tile = TILES.kind(given["tile"])
    melds = [meld_of(m) for m in given.get("melds", ())]
    for action in legal.own_kongs(_hand(given["hand"]), melds, given.get("wall_left", 1)):
        if action.tiles[0] == tile:
            return {"kong": "ankong" if action.kind == "concealed_kong" else "kong"}
    return {"kong": None}


def dealer(given: Case) -> dict[str, Any]:
    """Who deals next (TP-75, TP-76)."""
    _ask(given, "dealer", "result")
    result = given["result"]
    if one_of(result["type"], ["win", "draw"], "type") == "win":
        take(result, "type", "winner")
        return {"next": next_dealer([result["winner"]], -1)}
    take(result, "type", "last_drawer")
    return {"next": next_dealer([], result["last_drawer"])}


def bonus(given: Case) -> dict[str, Any]:
    """Fan of bonus tiles (TP-33)."""
    options = _ask(given, "seat", "bonus")
    found = bonus_fans(_hand(given["bonus"]), given["seat"], options.bamboo_chrys_swap)
    return {"fan": sum(v for _, v in found)}


KINDS: dict[str, Callable[[Case], dict[str, Any]]] = {
    "score": score,
    "special": special,
    "settle": settle,
    "claims": claims,
    "resolve": resolve,
    "redeem": redeem,
    "kong": kong,
    "dealer": dealer,
    "bonus": bonus,
}


UNORDERED = {"score": {"fans", "limits"}, "special": {"limits"}, "claims": {"claims"}}
