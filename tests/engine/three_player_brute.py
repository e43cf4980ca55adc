"""The slow way to score a three-player hand: every substitution of every fly, every split, clause by clause.

Written apart from ``engine.games.three_player.scoring`` on purpose: it shares only the tile kinds and the
names.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

Groups = list[tuple[str, tuple[int, ...]]]
E, S, W, N, C, F, P = range(9, 16)
J = 16


def splits(tiles: list[int], pair: bool = True) -> list[Groups]:
    """All ways to part tiles (kinds) into chows, triplets and one pair."""
    if not tiles:
        return [] if pair else [[]]
    first = tiles[0]
    found: list[Groups] = []
    if pair and tiles.count(first) >= 2:
        found += [[("pair", (first,) * 2), *r] for r in splits(_less(tiles, (first,) * 2), False)]
    if tiles.count(first) >= 3:
        found += [[("triplet", (first,) * 3), *r] for r in splits(_less(tiles, (first,) * 3), pair)]
    run = (first, first + 1, first + 2)
    if first <= 6 and all(t in tiles for t in run):
        found += [[("chow", run), *r] for r in splits(_less(tiles, run), pair)]
    return found


def _less(tiles: list[int], taken: tuple[int, ...]) -> list[int]:
    rest = list(tiles)
    for t in taken:
        rest.remove(t)
    return rest


def allowed(groups: Groups, real: list[int], flies: int, win: int) -> bool:
    """TP-27: some way to lay the real tiles into the groups keeps the claimed tile out of a pair with one
    fly."""
    places = [(g, t) for g, (_, tiles) in enumerate(groups) for t in tiles]
    pair = next(g for g, (name, _) in enumerate(groups) if name == "pair")
    # Which places of the winning kind hold real tiles, and which of those is the claimed one?
    mine = [g for g, t in places if t == win]
    n = real.count(win)
    for chosen in product((False, True), repeat=len(mine)):
        if sum(chosen) != n:
            continue
        real_in_pair = sum(1 for g, c in zip(mine, chosen, strict=True) if c and g == pair)
        for g, c in zip(mine, chosen, strict=True):
            if c and not (g == pair and real_in_pair == 1):
                return True
    return False


def score(
    concealed: list[int],
    win: int,
    melds: list[tuple[str, tuple[int, ...]]],
    by: str,
    wind: int,
    bonus_fans: int,
    bonus_any: bool,
    opts: dict[str, Any],
) -> tuple[int, int, int, int] | None:
    """(fan, number of limits, raw, −entries) of the best reading. ``melds``: (name, kinds it stands for)."""
    tiles = [*concealed, win]
    flies = tiles.count(J)
    real = sorted(t for t in tiles if t != J)
    best = None
    for stand in combinations_with_replacement(range(16), flies):
        for groups in splits(sorted([*real, *stand])):
            if len(groups) + len(melds) != 5:
                continue
            if by != "self" and not opts["lone_fly_discard_win"] and not allowed(groups, real, flies, win):
                continue
            key = _value([*groups, *melds], groups, concealed, win, melds, by, wind, bonus_fans, bonus_any, opts)
            if best is None or key > best:
                best = key
    return best


def _value(
    sets: Groups,
    groups: Groups,
    concealed: list[int],
    win: int,
    melds: Groups,
    by: str,
    wind: int,
    bonus_fans: int,
    bonus_any: bool,
    opts: dict[str, Any],
) -> tuple[int, int, int, int]:
    fans: list[int] = [1] * bonus_fans
    kinds = {t for _, tiles in sets for t in tiles}
    chows = [s for s in sets if s[0] == "chow"]
    trips = [tiles[0] for name, tiles in sets if name in ("triplet", "pong", "kong", "concealed_kong")]
    pair = next(tiles[0] for name, tiles in sets if name == "pair")
    limits = 0
    dragons = {C, F, P} & set(trips)
    winds = {E, S, W, N} & set(trips)
    small = len(dragons) == 2 and pair in {C, F, P} - dragons
    for t in trips:
        if t < 9 or (small and t in dragons and opts["small_dragons_absorbs"]):
            continue
        if t == E:
            fans.append(2 if wind == 0 else 1)
        elif t == S:
            fans += [1] * (wind == 1)
        elif t == W:
            fans += [1] * (wind == 2)
        else:
            fans.append(1)
    less = opts["value_style"] == "inclusive"
    win_fan = 1
    if small:
        fans.append(3)
    if max(kinds) < 9:
        if not chows:
            fans.append(opts["all_dots_pungs"] - less)
        elif not trips:
            fans.append(4 - less)
            win_fan = int(less)
        else:
            fans.append(3 - less)
    elif not chows:
        fans.append(3 - less)
        dots = {k for k in kinds if k < 9}
        if dots and dots <= {0, 8} and not (opts["yaojiu_honours"] == "winds" and kinds & {C, F, P}):
            fans.append(2 - less)
    fans += [1] * win_fan
    limits += len(dragons) == 3
    limits += len(winds) == 4
    limits += len(winds) == 3 and pair in {E, S, W, N} - winds
    limits += min(kinds) >= 9
    limits += not chows and by == "self" and all(name == "concealed_kong" for name, _ in melds)
    limits += not bonus_any
    limits += sum(name in ("kong", "concealed_kong") for name, _ in melds) == 4
    limits += [*concealed, win].count(J) == 4
    if not melds:
        final = [t for _, tiles in groups for t in tiles]
        limits += max(final) < 9 and all(final.count(r) >= (3 if r in (0, 8) else 1) for r in range(9))
    fans = [f for f in fans if f]
    raw = sum(fans)
    return (10 if limits else min(10, raw), limits, raw, -len(fans))
