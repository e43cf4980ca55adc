"""Duplicate matches: the same walls for everybody, seats rotated, so that luck of the deal cancels out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from engine import Round, games
from engine.shuffle import Stream

from .players import line_up
from .selfplay import play, round_seed


@dataclass(frozen=True)
class Standing:
    """``mean``: score per round of one player of the level; ``margin``: half of the 95 % confidence interval;
    ``deals``: walls played, each once for every rotation."""

    level: str
    mean: float
    margin: float
    deals: int


def match(
    game: str, first: str, second: str, deals: int, seed: int = 1, options: Mapping[str, Any] | None = None
) -> tuple[Standing, Standing]:
    """``first`` against ``second``: each deal is played with every seat once held by ``first`` and the rest by
    ``second``, and the other way round; returns mean scores per round of one player of each level.

    Each deal gives one difference of ``first``'s and the field's mean, so the interval is over independent deals.
    """
    spec = games.get(game)
    line_up((first, second), spec.seats)
    firsts: list[float] = []
    seconds: list[float] = []
    for number in range(deals):
        total = {first: 0.0, second: 0.0}
        played = {first: 0, second: 0}
        for lone, field in ((first, second), (second, first)):
            for rotation in range(spec.seats):
                players: Sequence[str] = [lone if s == rotation else field for s in range(spec.seats)]
                round_ = Round.deal(game, options, round_seed(seed, number), number % spec.seats)
                result = play(round_, players, Stream(round_seed(seed, number), "arena"))
                for s, level in enumerate(players):
                    total[level] += result.net[s]
                    played[level] += 1
        firsts.append(total[first] / played[first])
        seconds.append(total[second] / played[second])
    return _standing(first, firsts), _standing(second, seconds)


def _standing(level: str, means: list[float]) -> Standing:
    margin = 1.96 * stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    return Standing(level, fmean(means), margin, len(means))


def report(standings: tuple[Standing, Standing]) -> dict[str, Any]:
    """Plain values for printing and JSON."""
    return {s.level: {"mean": round(s.mean, 3), "margin95": round(s.margin, 3), "deals": s.deals} for s in standings}
