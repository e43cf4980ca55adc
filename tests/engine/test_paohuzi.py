"""Paohuzi: rounds played through, clause by clause (seeds/paohuzi.md)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import PASS, WIN, IllegalAction, Round
from engine.events import Event
from engine.games import get
from engine.games.paohuzi.options import PaohuziOptions
from engine.games.paohuzi.scoring import WORDS, is_tianhu35, mingtang, payments, tianhu35_of
from engine.melds import Meld
from engine.options import OptionError
from engine.settlement import Transfer
from engine.tiles import UNKNOWN, count, pack, size
from engine.zipai import TILES, best_runs, table_value
from engine.zipai_claims import stand_of
from engine.zipai_hands import EMPTY_TABLE
from engine.zipai_loose import best_loose

from .zipai_tables import act, cards, dealt, midgame, names, pass_all

GAME = "paohuzi"
CHI = ["chi x7 x8 x9", "chi D5 D6 D7"]
"""Two sets of no value, to stand on the table."""


def kinds(events: Any) -> list[str]:
    return [e.kind for e in events]


def laid(r: Round, seat: int) -> list[str]:
    return [f"{m.kind} {names(m.tiles)}" for m in r.melds[seat]]


def offered(r: Round, seat: int) -> set[str]:
    return {a.write(TILES) for a in r.prompts.get(seat, ())}


# --- the deal


def test_PH12_PH13_twenty_each_a_shown_card_and_nineteen_left():
    r: Any = Round.deal(GAME, {}, b"PH12", 1)
    assert [size(h) for h in r.dealt] == [20, 20, 20]
    assert size(r.hands[1]) == 21
    assert r.wall_left == 19
    liang = next(e for e in r.opening_events if e.kind == "liang")
    assert (liang.seat, liang.tiles) == (1, (r.liang,))
    assert liang.visible_to(None)
    assert r.view(None).extras["liang"] == r.liang


def test_PH15_four_alike_are_laid_with_one_card_up_and_the_dealer_discards():
    r = dealt(GAME, ["4*x1", "4*D5", ""], "x9")
    assert laid(r, 0) == ["ti x1 x1 x1 x1"]
    assert r.view(2).melds[0] == (Meld("ti", (TILES.kind("x1"), UNKNOWN, UNKNOWN, UNKNOWN), -1, UNKNOWN, 3),)
    assert laid(r, 1) == ["ti D5 D5 D5 D5"]
    assert set(r.prompts) == {0}
    assert {a.kind for a in r.prompts[0]} == {"discard"}


def test_PH15_a_dealer_with_two_ti_does_not_discard():
    r = dealt(GAME, ["4*x1 3*D5", "", ""], "D5 x9")
    assert laid(r, 0) == ["ti x1 x1 x1 x1", "ti D5 D5 D5 D5"]
    assert size(r.hands[0]) == 13
    assert r.rivers[0] == ()
    assert r.front == 2  # the next seat has turned the first card of the stock


def test_PH16_with_two_opening_ti_the_first_card_taken_needs_no_discard():
    r = dealt(GAME, ["x9", "4*x1 4*D5 x9 x9", ""], "D1")
    r.act(0, act("discard x9"))
    events = r.act(1, act("peng x9"))
    assert kinds(events)[0] == "peng"
    assert r.turn != 1 or not any(a.kind == "discard" for a in r.prompts.get(1, ()))
    assert size(r.hands[1]) == 10


# --- the cycle


def test_PH19_an_untaken_card_lies_dead_before_the_drawer():
    r = dealt(GAME, ["x1", "", ""], "D1 x5")
    r.act(0, act("discard x1"))
    pass_all(r)
    assert r.rivers[0][0] == TILES.kind("x1")
    assert r.rivers[1][0] == TILES.kind("x5")


def test_PH24_PH25_eating_lays_the_copies_too():
    r = dealt(GAME, ["x2", "x1 2*x2 2*x3 x4 2*D2", ""], "D9")
    r.act(0, act("discard x2"))
    eats = {a for a in offered(r, 1) if a.startswith("chi")}
    assert len(eats) == 7  # every complete choice of the seed's example
    events = r.act(1, act("chi x2 D2 D2 x1 x2 x3 x2 x3 x4"))
    assert kinds(events)[:3] == ["chi", "lay", "lay"]
    assert laid(r, 1) == ["chi x2 D2 D2", "chi x1 x2 x3", "chi x2 x3 x4"]
    assert r.melds[1][0].source == 0
    assert r.melds[1][0].taken == TILES.kind("x2")
    assert r.rivers[0] == ()
    assert {a.kind for a in r.prompts[1]} == {"discard"}


def test_PH20_PH21_wei_is_taken_unseen():
    r = dealt(GAME, ["x1", "2*D9", ""], "x5 D9")
    r.act(0, act("discard x1"))
    events = pass_all(r) if 1 not in r.prompts or PASS in r.prompts[1] else []
    assert laid(r, 1) == ["wei D9 D9 D9"]
    nine = TILES.kind("D9")
    assert nine not in r.rivers[1]
    assert r.view(0).melds[1][0] == Meld("wei", (UNKNOWN,) * 3, -1, UNKNOWN, 3)
    assert r.view(1).melds[1][0].tiles == (nine,) * 3
    assert r.view(0).extras["table"][1] == 0
    assert r.view(1).extras["own_table"] == 6
    assert r.view(0).last is None
    assert all(nine not in e.as_seen_by(0).tiles for e in events)


def test_PH20_chouwei_after_a_passed_peng_shows_one_card():
    r = dealt(GAME, ["D9", "", "2*D9"], "x5 x9 D9")
    r.act(0, act("discard D9"))
    assert "peng D9" in offered(r, 2)
    pass_all(r)
    while r.prompts and not laid(r, 2):
        seat = min(r.prompts)
        r.act(seat, PASS if PASS in r.prompts[seat] else r.prompts[seat][0])
    assert laid(r, 2) == ["chouwei D9 D9 D9"]
    nine = TILES.kind("D9")
    assert r.view(0).melds[2][0].tiles == (nine, UNKNOWN, UNKNOWN)
    assert r.view(0).extras["table"][2] == 6


def test_PH20_a_discard_that_meets_a_kan_is_a_pao_at_once():
    r = dealt(GAME, ["D3", "", "3*D3"], "x5")
    events = r.act(0, act("discard D3"))
    assert kinds(events)[:2] == ["discard", "pao"]
    assert laid(r, 2) == ["pao D3 D3 D3 D3"]
    assert r.melds[2][0].source == 0
    assert {a.kind for a in r.prompts[2]} == {"discard"}  # PH-18: the first one is followed by a discard


def test_PH18_the_second_pao_is_not_followed_by_a_discard():
    r = dealt(GAME, ["D3 x1", "", "3*D3 3*x1"], "x5")
    r.act(0, act("discard D3"))
    pao = laid(r, 2)
    assert pao == ["pao D3 D3 D3 D3"]
    r.act(2, next(a for a in r.prompts[2] if a.kind == "discard"))
    pass_all(r)
    while not (0 in r.prompts and act("discard x1") in r.prompts[0]):
        seat = min(r.prompts)
        if PASS in r.prompts[seat]:
            r.act(seat, PASS)
        else:
            r.act(seat, r.prompts[seat][0])
        if r.result is not None:
            pytest.fail("the dealer never had to discard again")
    r.act(0, act("discard x1"))
    assert laid(r, 2)[-1] == "pao x1 x1 x1 x1"
    assert not any(a.kind == "discard" for a in r.prompts.get(2, ()))


def test_PH20_own_draws_make_ti_of_a_kan_and_of_a_wei():
    r, events = midgame(GAME, [("3*D3 x5", CHI), ("", []), ("", [])], "D3")
    assert kinds(events)[0] == "ti"
    assert laid(r, 0)[-1] == "ti D3 D3 D3 D3"
    r, events = midgame(GAME, [("x4 x5", [*CHI, "wei x6 x6 x6"]), ("", []), ("", [])], "x6")
    assert kinds(events)[0] == "ti"
    assert "wei x6 x6 x6" not in laid(r, 0)


def test_PH20_a_shown_draw_upgrades_a_peng_a_discard_does_not():
    seats = [("x1 x2", []), ("D8 D9", ["peng x6 x6 x6"]), ("", [])]
    r, events = midgame(GAME, seats, "x6")
    assert kinds(events)[:2] == ["draw", "pao"]
    assert laid(r, 1) == ["pao x6 x6 x6 x6"]
    r, _ = midgame(GAME, [("x6 x6 x9 D1", CHI), ("D8 D9", ["peng x6 x6 x6"]), ("", [])], "D4 D9", turn=0)
    r.hands[0] = pack(cards("x6 x9 D1"))
    r.changed(0)  # type: ignore[attr-defined]
    r.prompts, r.window = {0: r.discards(0)}, None  # type: ignore[attr-defined]
    r.act(0, act("discard x6"))
    assert laid(r, 1) == ["peng x6 x6 x6"]


def test_PH23_a_win_goes_before_the_pao_and_the_pao_follows_a_pass():
    seats = [
        ("D4 D4 D8 D8 D10 D10 x5 x5", CHI * 2),
        ("x1 x3 3*D8 x5 x6 x7 x9 x9 D9", ["peng D5 D5 D5", "wei D4 D4 D4", "chi D1 D2 D3"]),
        ("3*x2 D6 D6 x6 D7 D7", [*CHI, "chi x3 x4 x5", "chi D6 D7 D8"]),
    ]
    r, _ = midgame(GAME, seats, "x2 D1")
    assert r.prompts == {1: (WIN, PASS)}
    won = r.copy()
    won.act(1, WIN)
    assert won.result is not None
    assert won.result.winners == (1,)
    events = r.act(1, PASS)
    assert kinds(events)[0] == "pao"
    assert laid(r, 2)[-1] == "pao x2 x2 x2 x2"
    assert r.view(1).extras["chouhu"] == [[TILES.kind("x2"), 3 + 6 + 6]]


# --- bars


def test_PH28_passing_bars_both_ways_of_taking_the_kind():
    r = dealt(GAME, ["x6", "2*x6 x5 x7", ""], "D1")
    r.act(0, act("discard x6"))
    assert {"peng x6", "pass"} <= offered(r, 1)
    r.act(1, PASS)
    six = TILES.kind("x6")
    own = r.view(1).extras
    assert six in own["no_chi"]
    assert six in own["no_peng"]
    assert six in own["stale"]
    assert "stale" not in r.view(None).extras  # PH-53
    assert six not in r.view(2).extras["stale"]


def test_PH28_losing_the_card_to_a_peng_bars_nothing():
    for answer in ("chi x5 x6 x7", "pass"):
        r = dealt(GAME, ["x6", "x5 x7", "2*x6"], "D1", fill=3)
        r.act(0, act("discard x6"))
        r.act(1, act(answer))
        r.act(2, act("peng x6"))
        assert r.view(1).extras["stale"] == []


def test_PH_O5_separate_flags():
    r = dealt(GAME, ["x6", "x5 x7", ""], "D1", options={"split_chou": True}, fill=1)
    r.act(0, act("discard x6"))
    r.act(1, PASS)
    six = TILES.kind("x6")
    assert six in r.view(1).extras["no_chi"]
    assert six not in r.view(1).extras["no_peng"]


def test_PH29_own_discards_are_barred():
    r = dealt(GAME, ["x6", "", ""], "D1")
    r.act(0, act("discard x6"))
    assert TILES.kind("x6") in r.view(0).extras["no_peng"]
    assert r.view(1).extras["discarded"][0] == [TILES.kind("x6")]


def test_PH30_a_declined_win_waits_for_another_table_value():
    hand = "3*D8 x5 x6 x7 2*x9 D9 x2 x3"
    melds = ["peng D5 D5 D5", "chi D1 D2 D3", "wei x4 x4 x4"]
    quiet = ("D4 D4 D8 D8 D10 D10 x5 x5", CHI * 2)
    r, _ = midgame(GAME, [quiet, (hand, melds), ("D2 D2 D9 D9 x10 x10 x6 x6", CHI * 2)], "x1 x1 x1", turn=0)
    assert WIN in r.prompts[1]
    r.act(1, PASS)
    assert r.window is None or WIN not in r.prompts.get(1, ())  # the second x1 comes at the same value
    table = r.view(1).extras["own_table"]
    assert r.view(1).extras["chouhu"] == [[TILES.kind("x1"), table]]
    r.tables[1] = r.tables[1]._replace(value=table + 6)  # type: ignore[attr-defined]
    assert r.may_win(1, TILES.kind("x1"), 2)  # type: ignore[attr-defined]


# --- dead hands (PH-27)


def test_PH27_a_forced_set_that_leaves_no_discard_makes_a_dead_hand():
    melds = ["chi x7 x8 x9", "chi D5 D6 D7", "chi x4 x5 x6", "chi D8 D9 D10", "chi x8 x9 x10"]
    seats = [("2*x1 3*x3", melds), ("D1 D1", []), ("D2 D2", [])]
    r, events = midgame(GAME, seats, "x1 D4")
    assert kinds(events)[0] == "wei"
    assert r.view(0).extras["dead"]
    assert not r.view(1).extras["dead"]
    assert r.rivers[0] == ()  # nothing was discarded; the next seat draws
    assert kinds(events)[1] == "draw"
    assert not any(e.kind == "dead" for e in events)


def test_PH27_if_it_can_win_then_winning_is_the_only_choice():
    melds = ["chi x7 x8 x9", "chi D5 D6 D7", "chi D1 D2 D3", "wei D4 D4 D4", "chi x8 x9 x10"]
    r, _ = midgame(GAME, [("2*x1 3*x3", melds), ("D8", []), ("D9", [])], "x1 D4")
    assert r.prompts == {0: (WIN,)}


def test_PH27_PH_O4_a_kan_may_be_broken_instead():
    melds = ["chi x7 x8 x9", "chi D5 D6 D7", "chi x4 x5 x6", "chi D8 D9 D10", "chi x8 x9 x10"]
    seats = [("2*x1 3*x3", melds), ("D1 D1", []), ("D2 D2", [])]
    r, _ = midgame(GAME, seats, "x1 D4", options={"no_discard": "break_kan"})
    assert offered(r, 0) == {"discard x3"}
    r.act(0, act("discard x3"))
    assert count(r.hands[0], TILES.kind("x3")) == 2


def test_PH27_a_dead_hand_still_takes_fourth_cards():
    melds = ["chi x7 x8 x9", "chi D5 D6 D7", "chi x4 x5 x6", "chi D8 D9 D10", "chi x8 x9 x10"]
    seats = [("2*x1 3*x3", melds), ("D1 D1", []), ("D2 D2", [])]
    r, _ = midgame(GAME, seats, "x1 D4 x3")
    while r.result is None and r.prompts:
        seat = min(r.prompts)
        r.act(seat, PASS if PASS in r.prompts[seat] else r.prompts[seat][0])
    assert "pao x3 x3 x3 x3" in laid(r, 0)


# --- opening wins


def test_PH31_PH32_santi_wukan_wins_by_itself_the_dealer_first():
    five = "3*D1 3*D3 3*x4 3*x5 3*x6"
    other = "3*D4 3*D5 3*D6 3*D8 3*D9"
    r = dealt(GAME, ["D1 D3 x4 x5 x6 D4", five, other], "x9", dealer=2)
    assert r.result is not None
    assert r.result.winners == (2,)
    assert r.result.sheets[0].label == "tianhu35"
    r = dealt(GAME, ["D1 D3 x4 x5 x6 D4", five, other], "x9", dealer=0)
    assert r.result is not None
    assert r.result.winners == (1,)
    assert r.opening_events[-1].kind == "end"


def test_PH32_only_the_liang_makes_it_a_self_draw():
    five = "3*D1 3*D3 3*x4 3*x5"
    r = dealt(GAME, [five + " 2*x6", "", ""], "x6")
    assert r.result is not None
    keys = [s.key for s in r.result.sheets[0].steps]
    assert "zimo" in keys
    r = dealt(GAME, [five + " 3*x6", "", ""], "x9")
    assert r.result is not None
    assert "zimo" not in [s.key for s in r.result.sheets[0].steps]


LIANG_HAND = "3*D8 3*D5 D1 D2 D3 x5 x6 x7 2*x9 D9 2*D4 x4 x2 x3"


def test_PH34_the_liang_is_offered_and_pays_double_xi():
    r = dealt(GAME, ["", LIANG_HAND, ""], "x1")
    assert r.prompts == {1: (WIN, PASS)}
    won = r.copy()
    won.act(1, WIN)
    assert won.result is not None
    assert won.result.net == (-10, 20, -10)
    assert won.result.sheets[0].label == "tianhu"
    r.act(1, PASS)
    assert r.phase == "play"
    assert set(r.prompts) == {0}
    assert size(r.hands[0]) == 21


def test_PH14_nobody_may_take_the_liang_otherwise():
    r = dealt(GAME, ["", "2*x9 x8 x7", "x5"], "x9")
    assert set(r.prompts) == {0}
    assert laid(r, 1) == []


def test_PH34_santi_wukan_comes_before_the_liang():
    five = "3*D10 3*D7 3*x8 3*x10 3*D6"
    r = dealt(GAME, ["", LIANG_HAND, five], "x1")
    assert r.result is not None
    assert r.result.winners == (2,)


def test_PH35_for_the_dealer_the_liang_is_an_own_draw():
    r = dealt(GAME, [LIANG_HAND, "", ""], "x1")
    assert r.prompts == {0: (WIN, PASS)}
    r.act(0, WIN)
    assert r.result is not None
    assert r.result.net == (22, -11, -11)  # (42 − 12) / 3 + 1


# --- the end


@pytest.mark.parametrize(
    ("huang", "following", "now"),
    [(0, 1, 1), (1, 1, 2), (2, 2, 0)],
)
def test_PH11_PH37_huang(huang, following, now):
    r = Round.deal(GAME, {}, b"huang-0", 1, carry={"huang": huang})
    while r.result is None:
        seat = min(r.prompts)
        acts = r.prompts[seat]
        r.act(seat, PASS if PASS in acts else acts[-1])
    assert r.result.kind == "draw"
    assert r.wall_left == 0
    assert r.result.net == (0, 0, 0)
    assert r.result.next_dealer == following
    assert r.result.carry == {"huang": now}


WIN_SEAT = ("3*D8 x5 x6 x7 2*x9 D9 x2 x3", ["peng D5 D5 D5", "chi D1 D2 D3", "wei x4 x4 x4"])


def test_PH50_PH51_the_last_card_of_the_stock():
    quiet = ("D4 D4 D8 D8 D10 D10 x5 x5", CHI * 2)
    r, _ = midgame(GAME, [quiet, WIN_SEAT, quiet], "x1", turn=1)
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.net == (-8, 16, -8)
    assert r.result.next_dealer == 1
    sheet = r.result.sheets[0]
    keys = [s.key for s in sheet.steps]
    assert sorted(keys[:7]) == ["kan", "mixed", "peng", "run", "run", "run", "wei"]
    assert keys[7:] == ["xi", "base", "zimo", "haidi", "fans", "pay"]
    values = {s.key: s.value for s in sheet.steps}
    assert sum(s.value or 0 for s in sheet.steps[:7]) == values["xi"] == 21
    assert (values["base"], values["zimo"], values["haidi"], values["fans"], values["pay"]) == (3, 1, 1, 2, 8)
    assert all(t.reason == "hu" for t in r.result.transfers)


def test_PH39_a_discard_is_never_won():
    quiet = ("x1 D4 D8 D10", CHI * 2)
    r, _ = midgame(GAME, [quiet, WIN_SEAT, quiet], "D4 D4", turn=0)
    r.prompts, r.window = {0: r.discards(0)}, None  # type: ignore[attr-defined]
    r.act(0, act("discard x1"))
    assert WIN not in r.prompts.get(1, ())


def test_PH41_PH_O1_a_forced_wei_and_the_free_use_of_the_card():
    # As a 偎 the x9 leaves x7 x8 alone; used freely it makes x7 x8 x9 and x9 x9 D9.
    seat = ("x7 x8 2*x9 D9", ["peng D5 D5 D5", "chi D1 D2 D3", "wei x4 x4 x4", "wei D4 D4 D4", "chi x1 x2 x3"])
    for self_break in (False, True):
        r, events = midgame(GAME, [seat, ("D8", []), ("D10", [])], "x9 D6", options={"self_break": self_break})
        assert kinds(events)[0] == "wei"
        assert (WIN in r.prompts[0]) is self_break
        if self_break:
            r.act(0, WIN)
            assert r.result is not None
            keys = [s.key for s in r.result.sheets[0].steps[:7]]
            assert keys.count("wei") == 2


def test_PH43_the_drawer_first_then_the_next_seat():
    second = ("3*D6 x5 x6 x7 2*x8 D8 x2 x3", ["peng D9 D9 D9", "chi D1 D2 D3", "wei D4 D4 D4"])
    quiet = ("x5 x6 D2 D2 D10 D10 x10 x10", CHI * 2)
    r, _ = midgame(GAME, [quiet, WIN_SEAT, second], "x1 D1")
    assert WIN in r.prompts[1]
    assert WIN in r.prompts[2]
    r.act(2, WIN)
    assert r.result is None
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.winners == (1,)


def test_PH52_at_the_end_all_is_shown():
    quiet = ("D4 D4 D8 D8 D10 D10 x5 x5", CHI * 2)
    r, _ = midgame(GAME, [quiet, WIN_SEAT, quiet], "x1", turn=0)
    events = r.act(1, WIN)
    view = r.view(0)
    assert view.shown[1] == r.hands[1]
    assert view.melds[1][2].tiles == cards("3*x4")
    assert [e.seat for e in events if e.kind == "show"] == [0, 1, 2]
    assert count(r.hands[1], TILES.kind("x1")) == 1
    assert TILES.kind("x1") not in r.rivers[0]


# --- options, cases, records


def test_options_refuse_what_is_not_allowed():
    options = get(GAME).options
    assert options.of({"min_xi": 21}).min_xi == 21
    with pytest.raises(OptionError, match="min_xi"):
        options.of({"min_xi": 10})
    with pytest.raises(OptionError, match="no_discard"):
        options.of({"no_discard": "maybe"})


def test_PH_O6_a_higher_minimum_in_play():
    quiet = ("D4 D4 D8 D8 D10 D10 x5 x5", CHI * 2)
    r, _ = midgame(GAME, [quiet, WIN_SEAT, quiet], "x1", options={"min_xi": 24})
    assert WIN not in r.prompts.get(1, ())


def test_cases_refuse_what_they_do_not_know():
    run = get(GAME).case_kinds
    with pytest.raises(ValueError, match="colour"):
        run["xi"]({"type": "peng", "cards": ["x1"] * 3, "colour": "red"})
    with pytest.raises(ValueError, match="banker"):
        run["win"]({"hand": [], "card": None, "opts": {"banker": True}})
    with pytest.raises(ValueError, match="x11"):
        run["chi"]({"hand": ["x11"], "card": "x1"})
    with pytest.raises(ValueError, match="sao"):
        run["xi"]({"type": "sao", "cards": ["x1"] * 3})


def test_payments_sum_to_zero():
    assert payments(1, 4) == [Transfer(0, 1, 4, "hu"), Transfer(2, 1, 4, "hu")]
    assert WORDS[WORDS.form("ti")] == "ti"


def test_an_illegal_action_says_why():
    r = dealt(GAME, ["x1", "", ""], "x9")
    with pytest.raises(IllegalAction, match="discard"):
        r.act(0, act("peng x1"))
    assert isinstance(r.opening_events[0], Event)


# --- what a win says


@pytest.mark.parametrize(("hand", "alike"), [
    ("4*D1 3*D3 3*x4 3*x5 3*x6 3*D8 x9", False),  # six sets and a lone card
    ("4*D1 4*D3 3*x4 3*x5 3*x6 3*D8", False),  # six sets without the pair
    ("3*D1 3*D3 3*x4 3*x5 3*x6 3*D8 2*x9", True),  # six and the pair
    ("3*D1 3*D3 3*x4 3*x5 3*x6 3*D8 x9 x8", False),
    ("3*D1 3*D3 3*x4 3*x5 3*x6 3*D8 3*x9", True),  # seven (the dealer's 21 cards)
])  # fmt: skip
def test_PH48_duidui_of_a_santi_wukan_needs_the_whole_hand(hand, alike):
    won = tianhu35_of(pack(cards(hand)), PaohuziOptions())
    assert won is not None
    assert ("duidui", 5) in won.fans or not alike
    assert alike or "duidui" not in dict(won.fans)


@pytest.mark.parametrize(("hand", "made"), [
    ("4*D1 4*D3 4*x4 x5 x6", True), ("4*D1 4*D3 3*x4 3*x5", False), ("4*D1 4*D3 3*x4 3*x5 3*x6", True),
    ("3*D1 3*D3 3*x4 3*x5 3*x6", True), ("3*D1 3*D3 3*x4 3*x5 x6 x8", False), ("4*D1 4*D3", False),
])  # fmt: skip
def test_PH31_three_ti_or_five_ti_and_kan(hand, made):
    assert is_tianhu35(pack(cards(hand))) is made


@pytest.mark.parametrize(("loose", "xi"), [
    ("x1 x2 x3", 3), ("x2 x7 x10", 3), ("D1 D2 D3", 6), ("D2 D7 D10", 6), ("x1 x2 x4", 0), ("x1 x3", 0), ("x2 x3", 0),
    ("x2 x7", 0), ("x7 x10", 0), ("x1 x2 x3 x2 x7 x10", 6), ("x1 x2 x3 x7 x10", 3), ("x1 x1 x2 x2 x3 x3", 6),
    ("x4 x5 x6", 0),
])  # fmt: skip
def test_PH33_disjoint_runs_of_the_rest(loose, xi):
    assert table_value(best_runs(pack(cards(loose)))) == xi


@pytest.mark.parametrize(("red", "fan"), [
    (0, {"wuhu": 5}), (1, {"zhendian": 4}), (2, {}), (3, {}), (4, {"honghu": 2}), (5, {}), (6, {}), (7, {"honghu": 2}),
    (8, {}), (9, {}), (10, {"jiadian": 3}), (11, {"honghu": 2}), (12, {"honghu": 2}), (13, {"hongwu": 4}),
    (14, {"hongwu": 5}),
])  # fmt: skip
def test_PH48_red_cards(red, fan):
    reds, blacks = cards("4*x2 4*D7 4*x10 4*D2"), cards("4*x1 4*D1 2*x3 2*D3 4*x4 4*D4 2*x5")
    assert dict(mingtang(pack(reds[:red] + blacks[: 21 - red]), False, PaohuziOptions())) == fan


def test_PH51_the_sheet_and_the_event_say_who_what_and_how_much():
    r, _ = midgame(GAME, [("x5 x6 D2 D2 D10 D10 x10 x10", CHI * 2), WIN_SEAT, ("x5 x6", CHI * 2)], "x1 D1")
    event = next(e for e in r.act(1, WIN) if e.kind == "win")
    assert (event.tiles, event.source) == (cards("x1"), 0)
    assert r.result is not None
    sheet = r.result.sheets[0]
    assert (sheet.seat, sheet.source, sheet.points) == (1, 0, r.result.net[1])


def test_PH47_the_sheet_shows_the_doubled_xi():
    r = dealt(GAME, ["", LIANG_HAND, ""], "x1")
    r.act(1, WIN)
    assert r.result is not None
    steps = {s.key: s.value for s in r.result.sheets[0].steps}
    assert steps["doubled"] == 2 * steps["xi"]
    assert r.result.sheets[0].source == 0


def test_PH21_only_unseen_threes_and_fours_lie_face_down():
    r, _ = midgame(GAME, [("x5 x6", CHI), ("D9 D9 x3 x4", CHI), ("x5", CHI)], "x7 D1")
    r.act(0, next(a for a in r.prompts[0] if a.kind == "chi"))
    assert r.melds[0][-1].down == 0
    assert r.view(1).melds[0][-1].tiles == r.melds[0][-1].tiles


def test_PH27_a_dead_hand_eats_nothing():
    for hand in ("x2 x3", "x1 D1", "D2 D3"):
        assert stand_of(pack(cards(hand)), EMPTY_TABLE).eatable
        assert not stand_of(pack(cards(hand)), EMPTY_TABLE, dead=True).eatable


def test_PH38_both_sizes_must_split():
    """Two counting runs of small cards make up for nothing that is left over among the big ones."""
    assert best_loose(pack(cards("x1 x1 x2 x2 x3 x3")), False) == 6
    assert best_loose(pack(cards("x1 x1 x2 x2 x3 x3 D4 D5 D8")), False) == -1
    assert best_loose(pack(cards("x4 x5 x8 D1 D1 D2 D2 D3 D3")), False) == -1


def test_PH39_a_win_with_an_own_set_is_a_choice_beside_the_discards():
    seat = ("2*x9 x5 x6 x7 x2 x3 x4", ["wei D5 D5 D5", "chi D1 D2 D3", "wei D8 D8 D8", "chi x1 x2 x3"])
    r: Any
    r, _ = midgame(GAME, [seat, ("D9", []), ("D10", [])], "x9 D6")
    assert laid(r, 0)[-1].startswith("wei")
    assert r.prompts[0] == (WIN, *r.discards(0))
    assert len(r.discards(0)) == 6


def test_PH21_a_passed_kind_is_won_with_as_chouwei():
    """PH-42: the winning 偎 of a kind that was passed before is a 臭偎."""
    seat = ("2*x9 x5 x6 x7 x2 x3 x4", ["wei D5 D5 D5", "chi D1 D2 D3", "wei D8 D8 D8", "chi x1 x2 x3"])
    for stale, word in (({}, "wei"), ({0: "x9"}, "chouwei")):
        r, _ = midgame(GAME, [seat, ("D9", []), ("D10", [])], "x9 D6", stale=stale)
        r.act(0, WIN)
        assert r.result is not None
        x9 = next(s.key for s in r.result.sheets[0].steps if s.tiles == cards("3*x9"))
        assert x9 == word
