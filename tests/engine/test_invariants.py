"""What holds in every round of every game, with any options: hypothesis picks game, options, seed and play."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.invariants import Broken, play_checked, tiles_of
from engine import PASS, Action, IllegalAction, Round, RoundRecord, games
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


TABLES: dict[str, list[dict[str, Any]]] = {
    "guilin": [
        {},
        {"must_hu": "always", "self_break": True, "guosao_show_one": False, "min_hu": 15, "step": 5},
        {"must_hu": "never", "bi": False, "own_discard_bars_chi": False, "dealer_after_win": "rotate"},
        {"bonus": "plus1", "xing_wrap": False, "true3": False, "after_huang": "stay"},
    ],
    "nantong": [
        {},
        {"angang_visible": False, "tianhu_after_replacement": False, "sanlao_for_losers": True},
        {"tianhu_is_zimo": False, "menpiao_minggang_breaks": True, "menpiao_won_triplet_breaks": False},
    ],
    "paohuzi": [
        {},
        {"self_break": True, "dui_strict": True, "no_discard": "break_kan"},
        {"split_chou": True, "xiao_cap16": True, "min_xi": 18},
    ],
    "sichuan": [
        {},
        {"mode": "normal", "points": "exp", "min_fan": 2, "forced_scope": "wall_tile"},
        {"exchange": "dice", "void_suit": "on", "qianggang": "pattern_plus_adder"},
    ],
    "three_player": [
        {},
        {"min_fan": 0, "multi_win": "all", "redeem": "any_time", "redeem_chi": True, "base": 5},
        {
            "min_fan": 3,
            "value_style": "inclusive",
            "false_pon_tie": "farthest",
            "max_flies_in_chi": 0,
            "lone_fly_discard_win": True,
            "fly_on_draw": False,
            "dunfei_is_flower_draw": True,
        },
    ],
}
"""Tables whose options lie far apart: these are played with the same seeds every time."""
ALL_TABLES = [(game, options) for game, tables_ in TABLES.items() for options in tables_]


def deal(game: str, options: dict[str, Any], number: int) -> Round:
    return Round.deal(game, options, number.to_bytes(4, "big"), number % games.get(game).seats)


def random_step(round_: Round, rng: Random) -> tuple[Any, ...]:
    seat = rng.choice(sorted(round_.prompts))
    return round_.act(seat, rng.choice(round_.prompts[seat]))


@pytest.mark.parametrize(("game", "options"), ALL_TABLES)
def test_every_round_of_the_known_tables(game: str, options: dict[str, Any]) -> None:
    rng = Random(1)
    number = 120 if game in ("guilin", "paohuzi") else 60
    results = [
        play_checked(game, options, n.to_bytes(4, "big"), n % games.get(game).seats, rng) for n in range(number)
    ]
    if number == 120:  # here random play wins, too
        assert sum(result.kind == "win" for result in results) > 3


@pytest.mark.parametrize(("game", "options"), ALL_TABLES)
def test_a_record_plays_the_same_events_again(game: str, options: dict[str, Any]) -> None:
    rng = Random(2)
    for number in range(12):
        r = deal(game, options, number)
        events = list(r.opening_events)
        while r.result is None:
            events += random_step(r, rng)
        record = RoundRecord.loads(r.record().dumps())
        assert record == r.record()
        again = Round.deal(game, record.options, record.seed, record.dealer)
        replayed = list(again.opening_events)
        for seat, action in record.actions:
            replayed += again.act(seat, action)
        assert replayed == events
        assert Round.replay(record).result == r.result


@pytest.mark.parametrize("game", games.ids())
def test_a_copy_played_to_its_end_leaves_the_original_alone(game: str) -> None:
    rng = Random(3)
    for number in range(20):
        r = deal(game, {}, number)
        for _ in range(rng.randrange(30)):
            if r.result is None:
                random_step(r, rng)
        if r.result is not None:
            continue
        seats = [None, *range(r.seats)]
        before = [r.view(s).to_json() for s in seats]
        state = {name: list(getattr(r, name)) for name in type(r).LISTS}
        other = r.copy()
        while other.result is None:
            random_step(other, rng)
        assert [r.view(s).to_json() for s in seats] == before
        assert {name: list(getattr(r, name)) for name in type(r).LISTS} == state


@pytest.mark.parametrize("game", games.ids())
def test_an_illegal_action_leaves_the_round_as_it_was(game: str) -> None:
    """From a seat that is not asked, and a known action that is not open to a seat that is."""
    r = deal(game, {}, 3)
    before = [r.view(s).to_json() for s in range(r.seats)]
    asked = min(r.prompts)
    tries = [(asked, a) for a in (PASS, Action.of("discard", (47,))) if a not in r.prompts[asked]]
    tries += [(s, PASS) for s in range(r.seats) if s not in r.prompts]
    assert len(tries) > 1
    for seat, action in tries:
        with pytest.raises(IllegalAction, match="may not"):
            r.act(seat, action)
    assert [r.view(s).to_json() for s in range(r.seats)] == before
