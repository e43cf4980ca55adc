"""Reading rule cases of the character-card games (tests/cases/README.md, sections 4 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .cases import take
from .options import Options
from .settlement import Transfer, net
from .tiles import pack, size
from .zipai import (
    CHI,
    TILES,
    Set,
    Words,
    eat_options,
    is_set,
    loose_part,
    must_discard,
    quads_in,
)
from .zipai_claims import HU, Rung

Json = dict[str, Any]


def options_from(
    options: type[Options], given: Mapping[str, Any], allowed: Sequence[str], numbers: Sequence[str] = ()
) -> Any:
    """A game's options from a case's ``opts``. Those named in ``numbers`` may be any whole number, not only
    what a table offers. ValueError for an option that does not occur in cases."""
    values = dict(given.get("opts") or {})
    take(values, *allowed)
    free = {name: values.pop(name) for name in numbers if name in values}
    for name, value in free.items():
        if type(value) is not int:
            raise ValueError(f"{name} takes a whole number, not {value!r}")
    checked = options.of(values)
    return type(checked)(**{**checked.__dict__, **free})


def read_hand(names: Iterable[str]) -> int:
    """A packed hand from card names."""
    return pack(TILES.read(names))


def read_melds(melds: Iterable[Json], words: Words) -> list[Set]:
    """Laid sets from ``{"type", "cards"}`` objects; ValueError when the cards are no such set."""
    found: list[Set] = []
    for meld in melds:
        take(meld, "type", "cards")
        found.append(read_set(meld["type"], meld["cards"], words))
    return found


def read_set(name: str, cards: Sequence[str], words: Words) -> Set:
    """One set from its type and cards."""
    form, tiles = words.form(name), tuple(sorted(TILES.read(cards)))
    if not is_set(form, tiles):
        raise ValueError(f"{' '.join(cards)} is no {name}")
    return form, tiles


def kinds_mask(names: Iterable[str]) -> int:
    """Bit ``kind`` for each card named."""
    mask = 0
    for kind in TILES.read(names):
        mask |= 1 << kind
    return mask


def net_of(transfers: Iterable[Transfer]) -> list[int]:
    """Payments by seat."""
    return net(transfers, 3)


def chi_case(case: Json, words: Words, lay_copies: bool) -> Json:
    """Kind ``chi``: all ways to eat (PH-24 to 27, GL-24, GL-31), in the order the files use."""
    hand, card = read_hand(case["hand"]), TILES.kind(case["card"])
    keep_one = False
    if case.get("melds") is not None:
        melds = read_melds(case["melds"], words)
        total = size(hand) + sum(len(tiles) for _, tiles in melds) + 1
        keep_one = must_discard(total, quads_in(melds))
    options = []
    for eaten, *further in eat_options(loose_part(hand), card, lay_copies, keep_one):
        options.append([TILES.write(eaten), sorted(TILES.write(s) for s in further)])
    return {"options": sorted(options)}


def discard_case(case: Json) -> Json:
    """Kind ``discard``: the duty to discard (PH-18, GL-18)."""
    take(case, "total", "quads", "opts")
    return {"must_discard": must_discard(case["total"], case["quads"])}


def write_ladder(rungs: Iterable[Rung], words: Words, compulsory: bool) -> list[list[Any]]:
    """A ladder as cases write it; ``compulsory``: the game tells compulsory wins (``hu!``) apart."""
    entries: list[list[Any]] = []
    for rung in rungs:
        if rung.form == HU:
            entries.append(["hu!" if rung.forced and compulsory else "hu", rung.seat])
        elif rung.form == CHI:
            entries.append(["chi", rung.seat, len(rung.options)])
        else:
            entries.append([words[rung.form], rung.seat])
    return entries
