"""The slow way to score a Nantong hand: every split, every place of the winning card, clause by clause.

Written apart from ``engine.games.nantong.scoring`` on purpose.
"""

from __future__ import annotations

LAO = {17, 27, 28, 29}
Groups = tuple[tuple[str, int], ...]


def splits(tiles: tuple[int, ...], pair: bool = True) -> set[Groups]:
    """All ways to part cards into (``run``, first), (``ke``, kind) and one (``pair``, kind), each sorted."""
    if not tiles:
        return set() if pair else {()}
    first = tiles[0]
    found: set[Groups] = set()

    def take(name: str, group: tuple[int, ...], still: bool) -> None:
        rest = list(tiles)
        for t in group:
            if t not in rest:
                return
            rest.remove(t)
        found.update(tuple(sorted([(name, first), *r])) for r in splits(tuple(rest), still))

    if pair:
        take("pair", (first,) * 2, False)
    take("ke", (first,) * 3, pair)
    if first < 27 and first % 9 <= 6:
        take("run", (first, first + 1, first + 2), pair)
    return found


def value(form: str, kind: int, flips: tuple[int, int]) -> int:
    """NT-30 to NT-33."""
    base = {"pong": 2, "ke": 4, "kong": 8, "four": 12, "concealed_kong": 12, "opening_quad": 16,
            "opening_triplet": 16, "tiandi": 16}[form]  # fmt: skip
    if form == "ke" and kind in flips:
        base = 12
    for flip in flips:
        if (kind in LAO and flip in LAO) or (kind not in LAO and flip not in LAO and kind % 9 == flip % 9):
            base *= 2
    return base * (2 if kind in LAO else 1) * (2 if form == "pong" and kind in flips else 1)


def raw(
    tiles: list[int],
    win: int,
    source: str,
    melds: list[tuple[str, int]],
    flips: tuple[int, int],
    flags: dict[str, bool],
    opts: dict[str, bool],
) -> tuple[int, int] | None:
    """(winner's total before rounding, number of splits); ``tiles`` with the winning card (``win`` -1:
    none)."""
    taken = source in ("discard", "rob_kong")
    found = splits(tuple(sorted(tiles)))
    need = 8 - sum(form != "tiandi" for form, _ in melds)
    totals = [0]
    ways = 0
    for groups in found:
        if len(groups) != need:
            continue
        ways += 1
        for place in range(len(groups)) if win >= 0 else [-1]:
            if win >= 0 and win not in _cards(groups[place]):
                continue
            totals.append(_total(groups, place, tiles, win, taken, source, melds, flips, flags, opts))
    return (max(totals), ways) if ways else None


def _cards(group: tuple[str, int]) -> list[int]:
    name, first = group
    return [first, first + 1, first + 2] if name == "run" else [first]


def _total(
    groups: Groups,
    place: int,
    tiles: list[int],
    win: int,
    taken: bool,
    source: str,
    melds: list[tuple[str, int]],
    flips: tuple[int, int],
    flags: dict[str, bool],
    opts: dict[str, bool],
) -> int:
    held = list(tiles)
    if taken:
        held.remove(win)
    base = sum(value(form, kind, flips) for form, kind in melds)
    for kind in set(held):
        if held.count(kind) >= 3:
            base += value("ke" if held.count(kind) == 3 else "four", kind, flips)
    won_ke = place >= 0 and groups[place] == ("ke", win) and taken and held.count(win) == 2
    if won_ke:
        base += value("pong", win, flips)
    forms = [form for form, _ in melds if form != "tiandi"]
    names = [name for name, _ in groups]
    runs = [first for name, first in groups if name == "run"]
    doubles = 0
    if not forms and "ke" not in names:
        bonus = 100
    elif all(first == 18 for first in runs):
        bonus = 50
        doubles += 1
        men = "pong" not in forms
        men &= not (won_ke and opts["menpiao_won_triplet_breaks"])
        men &= not ("kong" in forms and opts["menpiao_minggang_breaks"])
        doubles += men
    else:
        bonus = 20
    bonus += [0, 20, 50, 100, 200][runs.count(18)]
    if source == "self":
        bonus += 10 + 10 * flags["after_kong"]
        doubles += flags["last_tile"]
    if source == "initial" and opts["tianhu_is_zimo"]:
        bonus += 10
    if place >= 0:
        name, first = groups[place]
        low = first % 9
        edge = name == "pair" or (
            name == "run"
            and (win == first + 1 or (low == 0 and win == first + 2) or (low == 6 and win == first))
        )
        bonus += 10 * edge
    laid = [kind for form, kind in melds if form != "tiandi"]
    doubles += all(kind in laid or tiles.count(kind) >= 3 for kind in (27, 28, 29))
    doubles += flags["baoting"] + flags["dihu"] + flags["tianhu"]
    return (base + bonus) * 2**doubles
