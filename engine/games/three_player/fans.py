"""Fan of bonus tiles and honours, whatever the rest of the hand is (TP-33, TP-34, TP-40, TP-45 to TP-47,
TP-53)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...tiles import unpack
from .kinds import (
    ANIMALS,
    BONUS_SHIFT,
    CLOWN,
    DRAGONS,
    EAST,
    EIGHT_FLOWERS,
    FLOWER_MASK,
    FLOWERS,
    GREEN,
    NORTH,
    RED,
    SOUTH,
    WEST,
    WHITE,
    WINDS,
)

EVERYBODY = -1

Fan = tuple[str, int]

BONUS_NAMES: dict[int, str] = {
    **dict(zip(FLOWERS, ("spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo"),
               strict=True)),
    **dict(zip(ANIMALS, ("cat", "mouse", "rooster", "centipede"), strict=True)),
    CLOWN: "clown",
}
_OWNERS = (0, 1, 2, EVERYBODY, 0, 1, EVERYBODY, 2)
"""Whose the flowers f1 to f8 are, by wind (TP-33): 竹 is West's, 菊 everybody's."""
HONOUR_NAMES = {
    EAST: "three_east",
    SOUTH: "three_south",
    WEST: "three_west",
    NORTH: "three_north",
    RED: "three_red",
    GREEN: "three_green",
    WHITE: "three_white",
}


def bonus_fans(bonus: int, wind: int, swap: bool) -> list[Fan]:
    """One entry for each tile of a flower area (packed) that scores for the seat of ``wind`` (TP-33).

    ``swap``: option bamboo_chrys_swap.
    """
    found: list[Fan] = []
    for kind in unpack(bonus >> BONUS_SHIFT << BONUS_SHIFT):
        if kind in FLOWERS:
            place = kind - FLOWERS.start
            owner = _OWNERS[13 - place if swap and place >= 6 else place]
            if owner not in (EVERYBODY, wind):
                continue
        found.append((BONUS_NAMES[kind], 1))
    return found


def honour_fan(kind: int, wind: int) -> int:
    """Fan of a triplet or kong of an honour for the seat of ``wind``: 0 East, 1 South, 2 West (TP-34)."""
    if kind == EAST:
        return 2 if wind == 0 else 1
    if kind in (SOUTH, WEST):
        return int(wind == kind - EAST)
    return 1


class HonourWorth(NamedTuple):
    """What the honours of a reading come to."""

    fans: tuple[Fan, ...]
    total: int
    limits: tuple[str, ...]
    any: bool
    dragons: bool


@lru_cache(maxsize=65536)
def honour_worth(triplets: tuple[int, ...], pair: int, wind: int, absorbs: bool) -> HonourWorth:
    """Fan and limits of honour triplets and the pair (TP-34, TP-45 to TP-47, TP-53)."""
    kinds = set(triplets)
    limits: list[str] = []
    winds = kinds.intersection(WINDS)
    dragons = kinds.intersection(DRAGONS)
    if len(winds) == 4:
        limits.append("big_four_winds")
    if len(winds) == 3 and pair in WINDS and pair not in kinds:
        limits.append("small_four_winds")
    if len(dragons) == 3:
        limits.append("big_three_dragons")
    small = len(dragons) == 2 and pair in DRAGONS and pair not in kinds
    fans: list[Fan] = []
    if small:
        fans.append(("small_three_dragons", 3))
    for kind in triplets:
        value = honour_fan(kind, wind)
        if value and not (small and absorbs and kind in dragons):
            fans.append((HONOUR_NAMES[kind], value))
    return HonourWorth(
        tuple(fans),
        sum(v for _, v in fans),
        tuple(limits),
        bool(triplets) or pair >= 0,
        bool(dragons) or pair in DRAGONS,
    )


def eight_flowers(bonus: int) -> bool:
    """八仙过海: all eight flowers lie in the flower area (TP-40)."""
    return bonus & FLOWER_MASK == EIGHT_FLOWERS

