"""What holds in every round of Nantong changpai and three-player mahjong beyond test_invariants: seeded play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ai.players import choose
from engine import Round, games

from .mahjong_tables import random_step, swapped

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("nantong", {}),
    ("nantong", {"angang_visible": False, "tianhu_after_replacement": False, "sanlao_for_losers": True}),
    ("nantong", {"tianhu_is_zimo": False, "menpiao_minggang_breaks": True, "menpiao_won_triplet_breaks": False}),
    ("three_player", {}),
    ("three_player", {"min_fan": 0, "multi_win": "all", "redeem": "any_time", "redeem_chi": True, "base": 5}),
    (
        "three_player",
        {
            "min_fan": 3,
            "value_style": "inclusive",
            "false_pon_tie": "farthest",
            "max_flies_in_chi": 0,
            "lone_fly_discard_win": True,
            "fly_on_draw": False,
            "dunfei_is_flower_draw": True,
        },
    ),
]


def deal(game: str, options: dict[str, Any], number: int) -> Round:
    return Round.deal(game, options, number.to_bytes(4, "big"), number % 3)


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_view_does_not_change_with_what_its_seat_has_not_seen(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(3)
    looked = 0
    for number in range(10):
        r = deal(game, options, number)
        while r.result is None:
            if rng.random() < 0.3:
                for seat in (0, 1, 2, None):
                    other = swapped(r, seat, rng)
                    assert other.hands != r.hands or other.wall != r.wall
                    assert other.view(seat) == r.view(seat)
                    assert games.get(game).facts(other.view(seat)) == games.get(game).facts(r.view(seat))
                    looked += 1
            random_step(r, rng)
    assert looked > 100


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_what_a_seat_may_do_follows_from_what_it_sees(game: str, options: dict[str, Any]) -> None:
    """The own turn's choices are the same whatever the others hold."""
    rng = random.Random(4)
    for number in range(10):
        r: Any = deal(game, options, number)
        while r.result is None:
            if r.window is None and r.phase == "play" and r.drawn >= 0:
                seat = r.turn
                assert swapped(r, seat, rng).turn_actions(seat) == r.prompts[seat]
            random_step(r, rng)


@pytest.mark.parametrize("game", ["nantong", "three_player"])
def test_events_hide_what_others_draw(game: str) -> None:
    rng = random.Random(5)
    r = deal(game, {}, 1)
    events = list(r.opening_events)
    while r.result is None:
        events += random_step(r, rng)
    private = [e for e in events if e.kind in ("hand", "draw")]
    assert private
    for event in private:
        for seat in (0, 1, 2, None):
            tiles = event.as_seen_by(seat).tiles
            assert (set(tiles) == {-1}) == (seat != event.seat)


@pytest.mark.parametrize("game", ["nantong", "three_player"])
def test_standard_players_win_and_their_sheets_add_up(game: str) -> None:
    """The AI model answers in every situation; the money of a result is what its sheets say."""
    wins = 0
    for number in range(8):
        r = deal(game, {}, number)
        while r.result is None:
            seat = min(r.prompts)
            view = r.view(seat)
            action = choose("standard", view)
            assert action in view.actions
            r.act(seat, action)
        result = r.result
        wins += result.kind == "win"
        if game == "nantong":
            totals = [s.points for s in result.sheets]
            assert list(result.net) == [3 * t - sum(totals) for t in totals]
        elif result.kind == "win":
            gain = sum(t.amount for t in result.transfers if t.reason == "win")
            assert result.sheets[0].points == gain
        for sheet in result.sheets:
            assert sheet.steps[-1].value == sheet.points
    assert wins >= 4


@pytest.mark.parametrize("game", ["nantong", "three_player"])
def test_waits_of_the_model_are_the_tiles_that_win(game: str) -> None:
    """The waits shown to a player are what its next draw would win with."""
    found = 0
    for number in range(40 if game == "three_player" else 12):
        r: Any = deal(game, {}, number)
        while r.result is None:
            seat = min(r.prompts)
            view = r.view(seat)
            if r.window is None and r.phase == "play" and r.drawn >= 0:
                waits = games.get(game).model.waits(view)
                wins = any(a.kind == "win" for a in view.actions)
                if game == "nantong":
                    assert wins == (r.drawn in waits)
                elif r.drawn in waits:
                    assert wins  # a replacement or the last tile may win with more than the waits count
                found += wins
            r.act(seat, choose("novice", view, number))
    assert found >= 2
