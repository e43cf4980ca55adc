"""Hands and positions that the benchmark measures on: seeded, so that every run measures the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ai.players import choose
from engine import Round, games
from engine.hands import forms_sets_and_pair
from engine.tiles import pack


def complete_tiles(rng: Random, kinds: int, sets: int, copies: int = 4, pair: bool = True) -> list[int]:
    """Tiles that are ``sets`` sets (runs within nine ranks, triplets) and a pair, of kinds ``0 .. kinds-1``."""
    while True:
        tiles: list[int] = []
        for _ in range(sets):
            kind = rng.randrange(kinds)
            if kind % 9 <= 6 and kind < kinds // 9 * 9 and rng.random() < 0.75:
                tiles += [kind, kind + 1, kind + 2]
            else:
                tiles += [kind] * 3
        if pair:
            tiles += [rng.randrange(kinds)] * 2
        if max(map(tiles.count, tiles)) <= copies:
            return tiles


def fourteen(number: int, seed: int = 1) -> list[list[int]]:
    """Distinct hands of 14 tiles (kinds 0–26): half complete, half one tile away from that."""
    rng = Random(seed)
    seen: set[int] = set()
    hands: list[list[int]] = []
    while len(hands) < number:
        tiles = complete_tiles(rng, 27, 4)
        if len(hands) % 2:
            tiles[rng.randrange(14)] = rng.randrange(27)
        packed = pack(tiles) if max(map(tiles.count, tiles)) <= 4 else 0
        if packed and packed not in seen and forms_sets_and_pair(packed) != bool(len(hands) % 2):
            seen.add(packed)
            hands.append(sorted(tiles))
    return hands


def counts_of(tiles: Sequence[int], kinds: int) -> list[int]:
    """The count vector of a list of tiles."""
    found = [0] * kinds
    for tile in tiles:
        found[tile] += 1
    return found


def dealt_fourteen(number: int, seed: int = 2) -> list[list[int]]:
    """Count vectors (27) of 14 random tiles of the full set."""
    rng = Random(seed)
    wall = [t for t in range(27) for _ in range(4)]
    return [counts_of(rng.sample(wall, 14), 27) for _ in range(number)]


def middle_of(game: str, number: int = 20, steps: int = 30) -> list[Round]:
    """Rounds in the middle of play: ``steps`` random actions after the deal, some with a claim window open."""
    rng = Random(7)
    found: list[Round] = []
    deal = 0
    while len(found) < number:
        deal += 1
        round_ = Round.deal(game, None, deal.to_bytes(8, "big"), 0)
        for _ in range(steps):
            if round_.result is not None:
                break
            seat = min(round_.prompts)
            round_.act(seat, rng.choice(round_.prompts[seat]))
        if round_.result is None:
            found.append(round_)
    return found


def novice_round(game: str, number: int) -> Round:
    """A whole round played by novices."""
    rng = Random(number)
    round_ = Round.deal(game, None, number.to_bytes(8, "big"), number % games.get(game).seats)
    while round_.result is None:
        seat = min(round_.prompts)
        round_.act(seat, choose("novice", round_.view(seat), rng.randrange(65536)))
    return round_
