"""How long AI thinks: decisions of one player among others, in whole rounds, in a process of its own as in the bot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from ai.players import LEVELS, choose
from benchmarks.lines import Line, apart, at_most, share
from engine import Round, games

SECONDS = 6.0
"""For each game and level."""


def decisions(game: str, level: str, seconds: float) -> tuple[list[float], float]:
    """Seconds of each real choice (of several actions) of ``level`` players against novices, and of the very first."""
    rng = Random(3)
    times: list[float] = []
    first = 0.0
    began = perf_counter()
    number = 0
    while perf_counter() - began < seconds:
        number += 1
        round_ = Round.deal(game, None, number.to_bytes(8, "big"), number % games.get(game).seats)
        while round_.result is None:
            seat = min(round_.prompts)
            view = round_.view(seat)
            if seat % 2 == number % 2 and len(view.actions) > 1:
                start = perf_counter()
                action = choose(level, view, rng.randrange(65536))
                took = perf_counter() - start
                times.append(took)
                first = first or took
            else:
                action = choose("novice", view, rng.randrange(65536))
            round_.act(seat, action)
    return times, first


def lines() -> Iterator[Line]:
    for game in games.ids():
        times, first = apart(decisions, game, "standard", SECONDS)
        note = f"{len(times)} decisions, the process's first {first * 1e3:.0f} ms"
        median, slow = share(times, 0.5) * 1e3, share(times, 0.95) * 1e3
        yield Line(f"standard {game}, median", "one decision", "ms", median, at_most(20), note=note)
        yield Line(f"standard {game}, p95", "one decision", "ms", slow, at_most(60))
    if "expert" not in LEVELS:
        yield Line("expert", "one decision, all five games", "ms", None, None, note="not built")


GROUPS = {"ai": lines}
