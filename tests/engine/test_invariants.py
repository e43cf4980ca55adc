"""What holds in every round of every game, with any options: hypothesis picks game, options, seed and play."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.invariants import Broken, play_checked, tiles_of
from engine import Round, games
from engine.tiles import UNIT


@st.composite
def tables(draw: st.DrawFn, game: str) -> dict[str, Any]:
    """Options of a game: some of them changed to another of their choices."""
    changed = {}
    for field in fields(games.get(game).options):
        if draw(st.integers(0, 3)):
            continue
        choices = field.metadata["choices"]
        if field.metadata["many"]:
            changed[field.name] = draw(st.lists(st.sampled_from(choices), unique=True))
        else:
            changed[field.name] = draw(st.sampled_from(choices))
    return changed


@pytest.mark.parametrize("game", games.ids())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_round_of_every_table(game: str, data: st.DataObject) -> None:
    options = data.draw(tables(game))
    seed = data.draw(st.binary(min_size=4, max_size=8))
    dealer = data.draw(st.integers(0, games.get(game).seats - 1))
    level = data.draw(st.sampled_from(["random", "random", "novice"]))
    play_checked(game, options, seed, dealer, Random(data.draw(st.integers(0, 2**32))), level=level)


@pytest.mark.parametrize("game", games.ids())
def test_the_checks_can_fail(game: str) -> None:
    """A tile that disappears is noticed."""
    round_ = Round.deal(game, {}, b"x", 0)
    before = tiles_of(round_)
    held = next(k for k in range(games.get(game).tiles.size) if round_.hands[1] >> 3 * k & 7)
    round_.hands[1] -= UNIT[held]
    assert tiles_of(round_) != before


def test_broken_names_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games.get("sichuan").round_class, "set_aside", lambda self: (0,))
    with pytest.raises(Broken, match=r"tiles are not conserved.*seed 61"):
        play_checked("sichuan", {}, b"a", 0, Random(1))
