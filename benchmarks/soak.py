"""``make soak``: random rounds of every game and mode with every invariant checked. Bounded by ``--rounds``."""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

from benchmarks.invariants import Broken, play_checked
from engine import games

MODES: dict[str, list[dict[str, Any]]] = {
    "sichuan": [{"mode": "blood"}, {"mode": "normal"}, dict(games.get("sichuan").presets["online"])],
}

NOVICE_EVERY = 20
"""One round in so many is played by novices, who win hands; the others by random players."""


def soak(game: str, options: dict[str, Any], rounds: int, seed: int) -> str:
    """Play ``rounds`` rounds; returns a line of figures. Raises Broken."""
    rng = Random(seed)
    began = time.perf_counter()
    kinds: dict[str, int] = {}
    dealer, carry = 0, {}
    for number in range(rounds):
        level = "novice" if number % NOVICE_EVERY == 0 else "random"
        result = play_checked(game, options, f"{seed}:{number}".encode(), dealer, rng, carry, level)
        dealer, carry = result.next_dealer, dict(result.carry)
        kinds[result.kind] = kinds.get(result.kind, 0) + 1
    seconds = time.perf_counter() - began
    told = ", ".join(f"{n} {k}" for k, n in sorted(kinds.items()))
    return f"{game:13} {options or 'default'}: {rounds} rounds ({told}), {rounds / seconds:.0f} a second checked"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games", nargs="*", default=games.ids())
    asked = parser.parse_args()
    for game in asked.games:
        for options in MODES.get(game, [{}]):
            try:
                print(soak(game, options, min(asked.rounds, 1_000_000), asked.seed), flush=True)
            except Broken as broken:
                print(f"broken: {broken}", file=sys.stderr)
                sys.exit(1)


if __name__ == "__main__":
    main()
