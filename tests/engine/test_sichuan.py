"""Sichuan mahjong, clause by clause, in play. Scoring clauses are in tests/cases/sichuan.json and
test_sichuan_scoring.py."""

from __future__ import annotations

from typing import Any

import pytest

from engine import LEAVE, PASS, Action, IllegalAction, Round
from engine.games.sichuan import TILES
from engine.games.sichuan.cases import read_tiles
from engine.games.sichuan.options import SichuanOptions
from engine.games.sichuan.scoring import Situation, score
from engine.tiles import count, pack, size, unpack

from .sichuan_tables import act, choices, kinds, table

READY_ON_5P = "123m 456m 789m 11p 46p"  # wins on 5p only


def later(r: Round) -> Round:
    """The same table as if it were not the first discard (SC-40 地胡 would apply)."""
    r.discards_made = 4  # type: ignore[attr-defined]
    return r


def test_sc1_sc6_the_deal() -> None:
    r = Round.deal("sichuan", {}, b"seed", 2)
    assert sum(TILES.copies) == 108
    assert [size(h) for h in r.hands] == [13, 13, 14, 13]
    assert r.wall_left == 55
    assert list(r.prompts) == [2]
    assert all(a.kind in ("discard", "concealed_kong", "win") for a in r.prompts[2])


def test_sc2_turns_pass_to_the_next_seat() -> None:
    r = table({0: "1m" + " 147p 258s 369p 147s 2m"})
    act(r, 0, "discard 1m")
    while r.window:
        act(r, min(r.prompts), "pass")
    assert r.turn == 1


def test_sc5_a_kongs_replacement_comes_from_the_front() -> None:
    r = table({0: "1111m 258p 369s 19p 7m 4s"}, wall="9m 8m")
    events = act(r, 0, "concealed_kong 1m")
    draw = next(e for e in events if e.kind == "draw")
    assert TILES.name(draw.tiles[0]) == "9m"
    assert draw.data == ("kong",)


def test_sc9_no_chow() -> None:
    r = table({0: "1m 258p 369s 19p 7m 4s 5s 2p 6p", 1: "23m 258p 369s 19p 7m 4s 5s"})
    act(r, 0, "discard 1m")
    assert r.window is None or 1 not in r.prompts


def test_sc10_pong_then_discard_without_a_draw() -> None:
    r = table({0: "1m 258p 369s 19p 7m 4s 5s 9m 6p", 2: "11m 258p 369s 47p 7s 2s 8s"})
    left = r.wall_left
    act(r, 0, "discard 1m")
    assert choices(r, 2) == ["pong 1m", "pass"]
    events = act(r, 2, "pong 1m")
    assert kinds(events) == ["pong"]
    assert r.wall_left == left
    assert all(c.startswith("discard") for c in choices(r, 2))
    assert r.rivers[0] == ()
    meld = r.melds[2][0]
    assert (meld.source, meld.taken) == (0, 0)


def test_sc11_sc49_a_kong_of_a_discard_is_paid_by_the_feeder_at_once() -> None:
    r = table({0: "1m 258p 369s 19p 7m 4s 5s 9m 6p", 2: "111m 258p 369s 47p 7s 2s"}, zhigang_pay=2, base=3)
    act(r, 0, "discard 1m")
    assert choices(r, 2) == ["kong 1m", "pong 1m", "pass"]
    act(r, 2, "kong 1m")
    assert [tuple(t) for t in r.transfers] == [(0, 2, 6, "kong")]


def robbing_table(**options: object) -> Round:
    """Seat 1 has a pong of 5p and draws the fourth; seat 3 waits for it."""
    r = table(
        {0: "5p 258s 369s 1s 7m 4s 55s 9s 6m", 1: "55p 147m 2588m 369s 4s", 3: READY_ON_5P},
        wall="1s 9s 6s 5p",
        **options,  # type: ignore[arg-type]
    )
    act(r, 0, "discard 5p")
    act(r, 3, "pass")
    act(r, 1, "pong 5p")
    for seat, tile in ((1, "4s"), (2, "1s"), (3, "9s"), (0, "6s")):
        act(r, seat, f"discard {tile}")
        while r.window is not None:
            act(r, min(r.prompts), "pass")
    return r


def test_sc17_robbing_takes_the_tile_and_voids_the_kong() -> None:
    r = robbing_table()
    assert "added_kong 5p" in choices(r, 1)
    act(r, 1, "added_kong 5p")
    assert choices(r, 3) == ["win", "pass"]
    events = act(r, 3, "win")
    win = next(e for e in events if e.kind == "win")
    assert win.data[0] == "rob_kong"
    assert win.source == 1
    assert [m.kind for m in r.melds[1]] == ["pong"]
    assert not r.transfers
    assert r.booked[0][:3] == (1, 3, 2)  # 平胡 1 + 抢杠 1, paid by the robbed seat alone (SC-47)
    assert TILES.kind("5p") in r.rivers[1]


def test_sc17_unrobbed_the_kong_stands_and_pays() -> None:
    r = robbing_table()
    act(r, 1, "added_kong 5p")
    act(r, 3, "pass")
    assert [m.kind for m in r.melds[1]] == ["added_kong"]
    assert sorted(t[:3] for t in r.transfers) == [(0, 1, 1), (2, 1, 1), (3, 1, 1)]
    assert r.turn == 1


def test_sc13_concealed_kong_on_the_dealers_first_turn_pays_two_each() -> None:
    r = table({0: "1111m 258p 369s 19p 7m 4s"})
    act(r, 0, "concealed_kong 1m")
    assert sorted(t[:3] for t in r.transfers) == [(1, 0, 2), (2, 0, 2), (3, 0, 2)]


def test_sc14_sc18_with_an_empty_wall_only_a_win_may_be_claimed() -> None:
    r = table({0: "5p 11m 258s 369s 47m 99m 1s", 1: "55p 147m 258m 369s 14s", 3: READY_ON_5P})
    r.wall = r.wall[: r.front]
    r.back = r.front
    act(r, 0, "discard 5p")
    assert set(r.prompts) == {3}
    assert choices(r, 3) == ["win"]  # SC-30: the last tiles compel


def test_sc16_a_win_goes_before_a_pong() -> None:
    r = table({0: "5p 11m 258s 369s 47m 99m 1s", 1: "55p 147m 258m 369s 14s", 3: READY_ON_5P})
    act(r, 0, "discard 5p")
    assert set(r.prompts) == {1, 3}
    act(r, 1, "pong 5p")
    assert not r.melds[1], "the pong waits for the win to be declined"
    act(r, 3, "win")
    assert not r.melds[1]
    assert r.won == (3,)


def test_sc16_the_order_of_answers_does_not_matter() -> None:
    for order in ((1, 3), (3, 1)):
        r = table({0: "5p 11m 258s 369s 47m 99m 1s", 1: "55p 147m 258m 369s 14s", 3: READY_ON_5P})
        act(r, 0, "discard 5p")
        for seat in order:
            act(r, seat, {1: "pong 5p", 3: "pass"}[seat])
        assert [m.kind for m in r.melds[1]] == ["pong"]


def test_sc21_three_suits_do_not_win() -> None:
    r = table({0: "5p 11m 258s 369s 47m 99m 1s", 3: "123m 456s 789m 11p 46p"})
    act(r, 0, "discard 5p")
    assert 3 not in r.prompts


def test_sc25_several_may_win_one_discard_and_the_discarder_pays_each() -> None:
    hands = {0: "5p 11m 258s 369s 47m 99m 1s", 2: "123s 456s 789s 22p 46p", 3: READY_ON_5P}
    r = later(table(hands, mode="normal"))
    act(r, 0, "discard 5p")
    act(r, 3, "win")
    assert r.result is None
    act(r, 2, "win")
    assert r.result is not None
    assert r.result.winners == (2, 3)
    assert r.result.net == (-2, 0, 1, 1)
    assert r.result.next_dealer == 0  # SC-65: the discarder


def test_sc26_a_win_on_the_replacement_of_a_fed_kong_is_a_self_draw() -> None:
    r = table({0: "9m 258s 369s 47s 14s 5p 8p 1p", 2: "999m 123m 456m 5p 789p"}, wall="5p", mode="normal")
    act(r, 0, "discard 9m")
    act(r, 2, "kong 9m")
    assert "win" in choices(r, 2)
    act(r, 2, "win")
    assert r.result is not None
    # V = 平胡 1 + 杠 1 + 杠上花 2, from three seats, and the kong's own point from the feeder
    assert r.result.net == (-5, -4, 13, -4)


def test_sc28_sc29_after_passing_a_win_only_a_higher_one_until_the_own_turn() -> None:
    r = later(table({0: "55p 11m 258s 369s 47m 99m", 1: "5p 147m 258m 369s 14s 7s", 3: READY_ON_5P}, wall="2s 2s 5p"))
    act(r, 0, "discard 5p")
    act(r, 3, "pass")
    assert r.view(3).extras["locked"] == 1
    assert r.view(0).extras["locked"] == 0
    act(r, 1, "discard 5p")
    assert 3 not in r.prompts, "the same value may not be won"
    act(r, 2, "discard 2s")
    assert r.turn == 3
    assert r.view(3).extras["locked"] == 0
    assert "win" in choices(r, 3), "self-draws are never locked"


def test_sc30_in_the_last_four_a_win_is_compulsory() -> None:
    r = table({0: "5p 11m 258s 369s 47m 99m 1s", 3: READY_ON_5P})
    r.wall = r.wall[: r.front + 3]
    r.back = r.front + 3
    act(r, 0, "discard 5p")
    assert choices(r, 3) == ["win"]


def test_sc30_wall_tile_scope_lets_an_old_tile_pass() -> None:
    r = table({0: "5p 11m 258s 369s 47m 99m 1s", 3: READY_ON_5P}, forced_scope="wall_tile")
    r.wall = r.wall[: r.front + 3]
    r.back = r.front + 3
    act(r, 0, "discard 5p")
    assert choices(r, 3) == ["win", "pass"]


def test_sc40_heavenly_and_earthly_wins() -> None:
    r = table({0: "123m 456m 789m 11p 456p"}, mode="normal")
    act(r, 0, "win")
    assert r.result is not None
    assert r.result.sheets[0].label == "天胡"
    assert r.result.net == (24, -8, -8, -8)
    r = table({0: "5p 11m 258s 369s 47m 99m 1s", 3: READY_ON_5P}, mode="normal")
    act(r, 0, "discard 5p")
    act(r, 3, "win")
    assert r.result is not None
    assert r.result.sheets[0].label == "地胡"
    assert r.result.net == (-8, 0, 0, 8)


def test_sc53_sc54_sc56_a_winner_is_out_and_his_money_comes_at_the_end() -> None:
    r = table({0: "55p 11m 258s 369s 47m 99m", 3: READY_ON_5P, 1: "147m 258m 369s 14s 77p"})
    act(r, 0, "discard 5p")
    act(r, 3, "win")
    assert r.result is None
    assert r.out() == (False, False, False, True)
    assert r.turn == 0, "after the winner 3 the next seat still in is 0"
    assert r.view(3).net == (0, 0, 0, 0)
    assert 3 not in r.prompts


def test_sc57_a_winner_who_leaves_forfeits() -> None:
    r = table({0: "55p 11m 258s 369s 47m 99m", 3: READY_ON_5P, 1: "147m 258m 369s 14s 77p"})
    act(r, 0, "discard 5p")
    act(r, 3, "win")
    r.act(3, LEAVE)
    with pytest.raises(IllegalAction):
        r.act(3, LEAVE)
    with pytest.raises(IllegalAction):
        r.act(1, LEAVE)
    while r.result is None:
        seat = min(r.prompts)
        r.act(seat, r.prompts[seat][-1])
    assert not [t for t in r.result.transfers if t.payee == 3 and t.reason == "win"]
    assert Round.replay(r.record()).result == r.result


def test_sc57_a_winner_leaves_once_also_without_forfeit() -> None:
    hands = {0: "55p 11m 258s 369s 47m 99m", 3: READY_ON_5P, 1: "147m 258m 369s 14s 77p"}
    r = table(hands, early_leave_forfeit=False)
    act(r, 0, "discard 5p")
    act(r, 3, "win")
    r.act(3, LEAVE)
    with pytest.raises(IllegalAction):
        r.act(3, LEAVE)
    while r.result is None:
        seat = min(r.prompts)
        r.act(seat, r.prompts[seat][-1])
    assert [t for t in r.result.transfers if t.payee == 3 and t.reason == "win"]


def test_sc58_to_62_a_drawn_hand_is_settled() -> None:
    r = table(
        {0: "147m 258m 369p 147p 25s", 1: READY_ON_5P, 2: "147m 258m 369m 147p 9p", 3: "147m 258m 369p 25s 47p"}
    )
    r.wall = r.wall[: r.front]
    r.back = r.front
    act(r, 0, "discard 1m")
    assert r.result is not None
    facts = r.result.facts
    assert facts["pigs"] == (0, 3)
    assert dict(facts["ready"]) == {1: 1}
    assert facts["not_ready"] == (2,)
    assert r.result.net == (-32, 33, 31, -32)


def test_sc68_exchange_moves_three_tiles_of_one_suit_unseen() -> None:
    r = Round.deal("sichuan", {"exchange": "dice"}, b"x", 0)
    assert set(r.prompts) == {0, 1, 2, 3}
    for seat, actions in r.prompts.items():
        assert all(len({t // 9 for t in a.tiles}) == 1 and len(a.tiles) == 3 for a in actions)
        assert all(count(r.hands[seat], t) >= a.tiles.count(t) for a in actions for t in a.tiles)
    before = list(r.hands)
    picked = {s: r.prompts[s][0] for s in range(4)}
    for seat in (3, 1, 0):
        assert r.act(seat, picked[seat]) == ()
        assert seat not in r.prompts
    events = r.act(2, picked[2])
    direction = next(e for e in events if e.kind == "exchange").data[0]
    assert direction in (1, 2, 3)
    for seat in range(4):
        got = picked[(seat - direction) % 4].tiles
        assert r.hands[seat] == before[seat] - pack(picked[seat].tiles) + pack(got)
    passed = [e for e in events if e.kind == "exchanged"]
    outsider = next(s for s in range(4) if not passed[0].visible_to(s))
    assert passed[0].as_seen_by(outsider).tiles == (-1, -1, -1)
    assert list(r.prompts) == [0]
    assert size(r.hands[0]) == 14


def test_sc69_void_suit_must_go_first_and_bars_pong_and_win() -> None:
    r = table({0: "12m 258p 369s 19p 7m 4s 5s 2s", 1: "11m 258p 369s 47p 147s"}, void_suit="on")
    assert all(c.startswith("void") for s in range(4) for c in choices(r, s))
    for seat, suit in ((0, "1m"), (1, "1m"), (2, "1p"), (3, "1s")):
        act(r, seat, f"void {suit}")
    assert choices(r, 0) == ["discard 1m", "discard 2m", "discard 7m"]
    assert r.view(2).extras["voids"] == [0, 0, 1, 2]
    act(r, 0, "discard 1m")
    assert 1 not in r.prompts or r.turn == 1


def test_sc70_plus_base_and_plus_fan() -> None:
    hand = {0: "123m 456m 789m 11p 456p"}
    for option, net in (("plus_base", (27, -9, -9, -9)), ("plus_fan", (27, -9, -9, -9)), ("none", (24, -8, -8, -8))):
        r = table(hand, mode="normal", self_draw=option)
        act(r, 0, "win")
        assert r.result is not None
        assert r.result.net == net


def test_a_refused_action_names_seat_action_and_reason_and_changes_nothing() -> None:
    r = table({0: "1m 258p 369s 19p 7m 4s 5s 2p 6p"})
    before = [r.view(s) for s in range(4)]
    for seat, action in ((1, Action.of("discard", (0,))), (0, Action.of("discard", (2,))), (0, PASS)):
        with pytest.raises(IllegalAction) as refused:
            r.act(seat, action)
        assert refused.value.seat == seat
        assert refused.value.action is action
        assert refused.value.why
        assert str(action) in str(refused.value)
    assert [r.view(s) for s in range(4)] == before
    assert r.actions() == ()


def test_explicit_tiles_are_checked() -> None:
    with pytest.raises(ValueError, match="only 4 of 1m"):
        Round.deal(
            "sichuan", {}, dealer=0, hands=[[0] * 14, list(range(13)), list(range(13)), list(range(13))], wall=[]
        )
    with pytest.raises(ValueError, match="seat 1 holds 13"):
        Round.deal("sichuan", {}, dealer=0, hands=[list(range(14)), [1], [2], [3]], wall=[])


def test_a_scenario_replays_from_its_record() -> None:
    r = robbing_table()
    act(r, 1, "added_kong 5p")
    act(r, 3, "win")
    again = Round.replay(r.record())
    assert again.view(2) == r.view(2)
    assert unpack(again.hands[3]) == unpack(r.hands[3])


def scored(hand: str, by: str = "self", melds: tuple[tuple[str, str], ...] = (), **more: Any) -> dict[str, int]:
    """The fans of a complete hand; ``more``: options, and ``kong_discard``."""
    situation = Situation(by, kong_discard=more.pop("kong_discard", False))
    made = score(pack(read_tiles(hand)), [(k, TILES.kind(t)) for k, t in melds], situation, SichuanOptions.of(more))
    assert made is not None
    return dict(made.fans)


def test_sc33_nines_in_melds_are_of_their_own_suit() -> None:
    """清一色: a meld counts to its suit up to the 9."""
    assert scored("123m 456m 678m 11m", melds=(("pong", "9m"),))["清一色"] == 3


@pytest.mark.parametrize("tiles", ["111m 999m 123p 789p 99p", "999m 111p 123p 789p 11m", "111m 999p 123m 789m 11p"])
def test_sc34_triplets_of_one_and_of_nine_are_terminal(tiles: str) -> None:
    assert "幺九牌" in scored(tiles)


def test_sc34_a_triplet_of_eight_is_not_terminal() -> None:
    assert "幺九牌" not in scored("888m 111m 123p 789p 99p")


def test_sc71_closed_allows_concealed_kongs_alone() -> None:
    hand = "123m 456m 789m 11p"
    for kind, closed in (("concealed_kong", True), ("kong", False), ("added_kong", False), ("pong", False)):
        assert ("门清" in scored(hand, melds=((kind, "5p"),), extra_fans=["closed"])) is closed


def test_sc71_kong_discard_needs_a_kong_before_the_discard() -> None:
    hand = "123m 456m 789m 11p 456p"
    for after in (True, False):
        assert ("杠上炮" in scored(hand, "discard", extra_fans=["kong_discard"], kong_discard=after)) is after


def test_sc30_wall_tile_scope_holds_for_a_robbed_kong_too() -> None:
    """The tile added to the pong came from the last four."""
    for late, answers in ((False, ["win", "pass"]), (True, ["win"])):
        r: Any = robbing_table(forced_scope="wall_tile")
        r.wall, r.back = r.wall[: r.front + 3], r.front + 3
        r.late = [0, pack(read_tiles("5p")) * late, 0, 0]
        act(r, 1, "added_kong 5p")
        assert choices(r, 3) == answers


def test_sc68_the_die_gives_each_of_three_directions() -> None:
    ways = set()
    for n in range(20):
        r: Any = Round.deal("sichuan", {"exchange": "dice"}, bytes([n]), 0)
        for seat in range(4):
            r.act(seat, r.prompts[seat][0])
        ways.add(r.direction)
    assert ways == {1, 2, 3}


@pytest.mark.parametrize(("void", "kongs"), [("1m", ["concealed_kong 9p"]), ("1p", ["concealed_kong 9m"]),
                                             ("1s", ["concealed_kong 9m", "concealed_kong 9p"])])  # fmt: skip
def test_sc69_the_void_suit_makes_no_kong(void: str, kongs: list[str]) -> None:
    r = table({0: "9999m 9999p 147s 258s"}, void_suit="on")
    for seat, suit in ((0, void), (1, "1m"), (2, "1p"), (3, "1s")):
        act(r, seat, f"void {suit}")
    assert [c for c in choices(r, 0) if c.startswith("concealed_kong")] == kongs
