"""Guilin zipai: rounds played through, clause by clause (seeds/guilin.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import PASS, WIN, Round
from engine.games import get
from engine.games.guilin.options import GuilinOptions
from engine.games.guilin.scoring import (
    flips_of,
    hand_readings,
    is_sanlong,
    next_dealer,
    payments,
    unit_of,
    xing_kinds,
    zi_of,
)
from engine.melds import Meld
from engine.options import OptionError
from engine.settlement import Transfer
from engine.tiles import UNKNOWN, pack, size
from engine.zipai import TILES
from engine.zipai_hands import DRAW

from .zipai_tables import act, cards, dealt, midgame, names, pass_all

GAME = "guilin"
CHI = ["chi x7 x8 x9", "chi D5 D6 D7"]
NO_XING = {"xing_up": False, "xing_mid": False, "xing_down": False}
WIN_SEAT = ("3*D8 x5 x6 x7 2*x9 D9 x2 x3", ["peng D5 D5 D5", "chi D1 D2 D3", "sao x4 x4 x4"])
QUIET = ("D4 D4 D8 D8 D10 D10 x5 x5", CHI * 2)


def kinds(events: Any) -> list[str]:
    return [e.kind for e in events]


def laid(r: Round, seat: int) -> list[str]:
    return [f"{m.kind} {names(m.tiles)}" for m in r.melds[seat]]


def discard(r: Any, seat: int, card: str) -> Any:
    """The seat discards, whoever's turn it was: play begins again from there."""
    r.prompts, r.window, r.own_win = {seat: r.discards(seat)}, None, None
    return r.act(seat, act(f"discard {card}"))


# --- the deal and forced sets


def test_GL11_GL12_the_deal():
    r: Any = Round.deal(GAME, {}, b"GL11", 2)
    assert size(r.hands[2]) == 21
    assert r.wall_left == 19
    assert r.view(0).extras["liang"] == r.liang


def test_GL14_GL30_opening_saochuan_lie_face_down():
    r = dealt(GAME, ["4*x1", "4*D5", ""], "x9")
    assert laid(r, 1) == ["saochuan D5 D5 D5 D5"]
    assert r.view(0).melds[1] == (Meld("saochuan", (UNKNOWN,) * 4, -1, UNKNOWN, 4),)
    assert r.view(0).extras["table"] == [0, 0, 0]
    assert r.view(1).extras["own_table"] == 12
    hidden = [e for e in r.opening_events if e.kind == "saochuan" and e.seat == 1]
    assert hidden[0].as_seen_by(2).tiles == (UNKNOWN,) * 4
    assert hidden[0].as_seen_by(1).tiles == cards("4*D5")


def test_GL15_two_opening_saochuan_waive_the_dealers_discard():
    r = dealt(GAME, ["4*x1 4*D5", "", ""], "x9 D1")
    assert r.rivers[0] == ()
    assert r.front >= 2


def test_GL20_own_draws():
    r, events = midgame(GAME, [("2*D3 x5 x1", CHI), ("D8 D10", []), ("", [])], "D3 D9")
    assert kinds(events)[0] == "sao"
    assert r.view(1).melds[0][-1].tiles == (UNKNOWN,) * 3
    r, events = midgame(GAME, [("2*D3 x5 x1", CHI), ("D8 D10", []), ("", [])], "D3 D9", stale={0: "D3"})
    assert kinds(events)[0] == "guosao"
    assert r.view(1).melds[0][-1].tiles == (TILES.kind("D3"), UNKNOWN, UNKNOWN)
    r, events = midgame(GAME, [("3*D3 x5 x1", CHI), ("D8 D10", []), ("", [])], "D3 D9")
    assert kinds(events)[0] == "saochuan"
    r, events = midgame(GAME, [("x5 x1", [*CHI, "sao D3 D3 D3"]), ("D8 D10", []), ("", [])], "D3 D9")
    assert kinds(events)[0] == "saochuan"
    assert laid(r, 0)[-1] == "saochuan D3 D3 D3 D3"
    assert "sao D3 D3 D3" not in laid(r, 0)


def test_GL_O11_a_guosao_may_lie_face_down_completely():
    seats = [("2*D3 x5 x1", CHI), ("D8 D10", []), ("", [])]
    r, events = midgame(GAME, seats, "D3 D9", stale={0: "D3"}, options={"guosao_show_one": False})
    assert events[0].as_seen_by(1).tiles == (UNKNOWN,) * 3
    assert r.view(1).melds[0][-1].tiles == (UNKNOWN,) * 3
    assert r.view(1).extras["table"][0] == 0


def test_GL21_a_discard_meets_a_kan_or_a_sao_but_not_a_peng():
    for hand, melds, taken in (
        ("3*x2 D1 x9", [], True),
        ("D1 x9", ["sao x2 x2 x2"], True),
        ("D1 x9", ["peng x2 x2 x2"], False),
    ):
        r, _ = midgame(GAME, [("x2 D4 D10 x5", CHI), (hand, melds), ("", [])], "D4 D9")
        events = discard(r, 0, "x2")
        assert ("kaizhao" in kinds(events)) is taken
    r, events = midgame(GAME, [("x5 D4", CHI), ("D1 x9", ["peng x2 x2 x2"]), ("", [])], "x2")
    assert kinds(events)[:2] == ["draw", "kaizhao"]


def test_GL18_the_second_kaizhao_is_not_followed_by_a_discard():
    seat = ("3*x2 3*D9 D1 x9 x5 D4 D6 D7 D10 x10 x3 x4", ["kaizhao x1 x1 x1 x1"])
    r, _ = midgame(GAME, [("x2 D4 D10 x5", CHI), seat, ("", [])], "D4 D8")
    discard(r, 0, "x2")
    assert laid(r, 1)[-1] == "kaizhao x2 x2 x2 x2"
    assert not any(a.kind == "discard" for a in r.prompts.get(1, ()))


# --- bars (GL-25)


def test_GL25_declining_bars_both():
    r = dealt(GAME, ["x6", "2*x6 x5 x7", ""], "D1")
    r.act(0, act("discard x6"))
    r.act(1, PASS)
    six = TILES.kind("x6")
    own = r.view(1).extras
    assert six in own["no_chi"]
    assert six in own["no_peng"]
    assert six in own["stale"]


def test_GL25_what_could_not_be_eaten_stays_barred_for_eating_only():
    r, _ = midgame(GAME, [("x3 D4 D10 x5", CHI), ("x2 x3 x4 x5 D1 D9", CHI), ("D2 D2 x10", CHI)], "D4 D8")
    discard(r, 0, "x3")
    three = TILES.kind("x3")
    own = r.view(1).extras
    assert three in own["no_chi"]
    assert three not in own["no_peng"]
    assert three not in own["stale"]
    assert three not in r.view(2).extras["no_chi"]  # it had no turn to eat


def test_GL25_losing_the_card_bars_nothing():
    r, _ = midgame(GAME, [("x6 D4 D10 x2", CHI), ("x5 x7 D1 D9", CHI), ("x6 x6 D2", CHI)], "D8 D9")
    discard(r, 0, "x6")
    r.act(1, PASS)
    r.act(2, act("peng x6"))
    assert TILES.kind("x6") not in r.view(1).extras["no_chi"]


def test_GL24_the_drawer_eats_first_and_bars_itself_by_passing():
    seats = [("x5 x7 D4 D10", CHI), ("x4 x5 D1 D9", CHI), ("D2", CHI)]
    r, _ = midgame(GAME, seats, "x6 D8")
    assert {0, 1} == set(r.prompts)
    r.act(1, act("chi x4 x5 x6"))
    assert r.window is not None  # the drawer has not answered yet
    r.act(0, PASS)
    assert laid(r, 1)[-1] == "chi x4 x5 x6"
    assert TILES.kind("x6") in r.view(0).extras["no_chi"]


def test_GL_O9_own_discards_bar_eating():
    for bars in (True, False):
        r = dealt(GAME, ["x6", "", ""], "D1", options={"own_discard_bars_chi": bars})
        r.act(0, act("discard x6"))
        own = r.view(0).extras
        assert (TILES.kind("x6") in own["no_chi"]) is bars
        assert TILES.kind("x6") not in own["no_peng"]


def test_GL_O8_without_bi_copies_may_stay():
    for bi in (True, False):
        r, _ = midgame(GAME, [("x3 D4 D10", CHI), ("x2 x3 x4 x5 D1 D9", CHI), ("", [])], "D4 D8", options={"bi": bi})
        discard(r, 0, "x3")
        assert (act("chi x2 x3 x4") in r.prompts.get(1, ())) is not bi


def test_GL31_an_eat_that_leaves_no_discard_is_not_offered():
    melds = ["chi x7 x8 x9", "chi D5 D6 D7", "chi x4 x5 x6", "chi D8 D9 D10", "peng D2 D2 D2"]
    r, _ = midgame(GAME, [("x3 D4 D10", CHI), ("x1 x2 3*x10", melds), ("", [])], "D4 D8")
    discard(r, 0, "x3")
    assert act("chi x1 x2 x3") not in r.prompts.get(1, ())


def test_GL31_dead_hand_after_a_forced_set():
    melds = ["chi x7 x8 x9", "chi D5 D6 D7", "chi x4 x5 x6", "chi D8 D9 D10", "chi x8 x9 x10"]
    r, events = midgame(GAME, [("2*x1 3*x3", melds), ("D1 D1", []), ("D2 D2", [])], "x1 D4")
    assert kinds(events)[:2] == ["sao", "draw"]
    assert r.view(0).extras["dead"]
    assert "dead" not in r.view(None).extras


# --- wins


def test_GL35_a_win_on_a_discard_is_compulsory():
    r, _ = midgame(GAME, [("x1 D4 D8 D10", CHI * 2), WIN_SEAT, QUIET], "D4 D9", options=NO_XING)
    discard(r, 0, "x1")
    assert r.prompts == {1: (WIN,)}
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.net == (-8, 8, 0)  # GL-50: the discarder pays for both
    assert r.result.sheets[0].label == "fangpao"
    assert r.result.transfers == (Transfer(0, 1, 8, "fangpao"),)


@pytest.mark.parametrize(("must", "choices"), [("never", (WIN, PASS)), ("always", (WIN,))])
def test_GL_O6_which_wins_are_compulsory(must, choices):
    r, _ = midgame(GAME, [("x1 D4 D8 D10", CHI * 2), WIN_SEAT, QUIET], "D4 D9", options={"must_hu": must})
    discard(r, 0, "x1")
    assert r.prompts[1][:1] == (WIN,)
    assert (PASS in r.prompts[1]) is (PASS in choices)


def test_GL34_GL49_a_win_on_a_draw_is_a_choice_and_both_pay():
    r, _ = midgame(GAME, [QUIET, WIN_SEAT, QUIET], "x1 D10", options=NO_XING)
    assert {WIN, PASS} <= set(r.prompts[1])
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.net == (-4, 8, -4)
    assert r.result.sheets[0].label == "pinghu"
    assert r.result.next_dealer == 1


@pytest.mark.parametrize(("bonus", "unit"), [("double", 8), ("plus1", 5)])
def test_GL29_GL42_self_draw(bonus, unit):
    options = {**NO_XING, "bonus": bonus}
    r, _ = midgame(GAME, [QUIET, WIN_SEAT, QUIET], "x1 D10", turn=1, options=options)
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.net == (-unit, 2 * unit, -unit)
    assert r.result.sheets[0].label == "zimo"


DEALER_HAND = "3*D8 3*D5 D1 D2 D3 x5 x6 x7 2*x9 D9 2*D4 x4 x2 x3"


def test_GL28_dihu_is_the_dealers_very_first_discard():
    r = dealt(GAME, ["x1", DEALER_HAND, ""], "x8", options=NO_XING)
    r.act(0, act("discard x1"))
    assert r.prompts == {1: (WIN,)}
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.sheets[0].label == "dihu"
    assert r.result.net == (-16, 16, 0)


def test_GL28_not_after_a_draw():
    r, _ = midgame(GAME, [("x1 D4 D8 D10", CHI * 2), WIN_SEAT, QUIET], "D4 D9", options=NO_XING)
    r.discards_made = 0  # type: ignore[attr-defined]
    discard(r, 0, "x1")
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.sheets[0].label == "fangpao"


def test_GL12_GL27_only_the_dealer_wins_on_the_shown_card():
    r = dealt(GAME, [DEALER_HAND, "", ""], "x1", options=NO_XING)
    assert r.prompts == {0: (WIN, PASS)}
    won = r.copy()
    won.act(0, WIN)
    assert won.result is not None
    assert won.result.sheets[0].label == "tianhu"
    assert won.result.net == (16, -8, -8)
    r.act(0, PASS)
    assert r.phase == "play"
    other = dealt(GAME, ["", DEALER_HAND, ""], "x1", options=NO_XING)
    assert WIN not in other.prompts.get(1, ())


FIVE = "3*D1 3*D3 3*x4 3*x5 3*x6"


def test_GL26_sanlong_wins_by_itself():
    r = dealt(GAME, ["", FIVE, ""], "D9", options=NO_XING)
    assert r.result is not None
    assert r.result.winners == (1,)
    assert r.result.sheets[0].label == "sanlong"
    assert r.opening_events[-1].kind == "end"


def test_GL13_a_declined_tianhu_is_followed_by_the_others_sanlong():
    other = "3*D10 3*D7 3*x8 3*x10 3*D6"
    r = dealt(GAME, [DEALER_HAND, other, "D1 D2 D3 x5"], "x1")
    assert r.prompts == {0: (WIN, PASS)}
    r.act(0, PASS)
    assert r.result is not None
    assert r.result.winners == (1,)


def test_GL13_the_better_of_the_dealers_two():
    # Five 坎 (24 胡) that are also a complete hand with the shown card (27 胡 with its 1-2-3 and the pair's 扫).
    hand = "3*D1 3*D3 3*x4 3*x5 3*x6 x1 x2 2*D9"
    r = dealt(GAME, [hand + " D9", "", ""], "x3", options=NO_XING)
    assert r.result is not None
    hu = next(s.value for s in r.result.sheets[0].steps if s.key == "hu")
    assert hu == 6 + 6 + 3 + 3 + 3 + 3 + 6


def test_GL_O7_self_break():
    seat = ("x7 x8 2*x9 D9", ["peng D5 D5 D5", "chi D1 D2 D3", "sao x4 x4 x4", "sao D4 D4 D4", "chi x1 x2 x3"])
    for self_break in (False, True):
        r, _ = midgame(GAME, [seat, ("D8", []), ("D10", [])], "x9 D6", options={"self_break": self_break})
        assert (WIN in r.prompts[0]) is self_break


# --- 醒


def test_GL43_to_46_the_chain_of_turned_cards():
    r, _ = midgame(GAME, [QUIET, WIN_SEAT, QUIET], "x1 D9 D6 x1")
    events = r.act(1, WIN)
    turned = [(names(e.tiles), e.data) for e in events if e.kind == "xing"]
    assert turned == [("D9", (4,)), ("D6", (3,)), ("x1", (2,))]
    assert r.result is not None
    assert r.result.net == (-13, 26, -13)
    assert r.result.facts["flips"] == cards("D9 D6 x1")
    keys = [s.key for s in r.result.sheets[0].steps]
    assert keys[7:] == ["hu", "zi", "flip", "flip", "flip", "xing", "unit"]


def test_GL47_haidi_turns_the_winning_card_itself():
    r, _ = midgame(GAME, [QUIET, WIN_SEAT, QUIET], "x1")
    r.act(1, WIN)
    assert r.result is not None
    assert r.result.facts["flips"] == cards("x1")
    assert r.result.facts["xing"] == (2,)


def test_GL_O5_wrapping():
    ten = TILES.kind("D10")
    assert [TILES.name(k) for k in xing_kinds(ten, GuilinOptions())] == ["D1", "D10", "D9"]
    assert [TILES.name(k) for k in xing_kinds(ten, GuilinOptions(xing_wrap=False))] == ["D10", "D9"]
    assert flips_of(pack(cards("3*x1")), cards("x1"), 0, GuilinOptions(**NO_XING)).cards == ()


# --- the end


def test_GL41_zi_tables():
    assert [zi_of(h, GuilinOptions()) for h in (9, 10, 12, 13, 18)] == [0, 1, 1, 2, 3]
    assert [zi_of(h, GuilinOptions(min_hu=15, step=5)) for h in (14, 15, 19, 20)] == [0, 1, 1, 2]


def test_GL48_unit_and_payers():
    assert unit_of(3, 2, "zimo", GuilinOptions()) == 10
    assert unit_of(3, 2, "zimo", GuilinOptions(bonus="plus1")) == 6
    assert payments(0, 5, "dihu", 2) == [Transfer(2, 0, 10, "dihu")]
    assert payments(0, 5, "pinghu") == [Transfer(1, 0, 5, "pinghu"), Transfer(2, 0, 5, "pinghu")]


@pytest.mark.parametrize(("rule", "following"), [("next", 2), ("stay", 1)])
def test_GL10_GL51_huang(rule, following):
    r = Round.deal(GAME, {"after_huang": rule, "must_hu": "never"}, b"huang-1", 1)
    while r.result is None:
        seat = min(r.prompts)
        acts = r.prompts[seat]
        r.act(seat, PASS if PASS in acts else acts[-1])
    assert r.result.kind == "draw"
    assert r.result.net == (0, 0, 0)
    assert r.result.next_dealer == following


def test_GL_O10_who_deals_after_a_win():
    rules = {"winner": 2, "rotate": 1, "stay": 0}
    for rule, following in rules.items():
        assert next_dealer(0, 2, GuilinOptions(dealer_after_win=rule)) == following


def test_options_refuse_what_is_not_allowed():
    with pytest.raises(OptionError, match="min_hu"):
        GuilinOptions.of({"min_hu": 12})


def test_cases_refuse_what_they_do_not_know():
    run = get(GAME).case_kinds
    with pytest.raises(ValueError, match="how"):
        run["win"]({"hand": [], "card": "x1", "how": "luck", "wtype": "zimo", "stock": []})
    with pytest.raises(ValueError, match="wei"):
        run["hu"]({"type": "wei", "cards": ["x1"] * 3})


def test_a_round_goes_on_after_passes():
    r = dealt(GAME, ["x1", "", ""], "D1 x5")
    r.act(0, act("discard x1"))
    pass_all(r)
    assert r.rivers[0][0] == TILES.kind("x1")


@pytest.mark.parametrize(("hand", "made"), [
    ("4*D1 4*D3 4*x4 x5 x6", True), ("4*D1 4*D3 3*x4 3*x5", False), ("4*D1 4*D3 3*x4 3*x5 3*x6", True),
    ("3*D1 3*D3 3*x4 3*x5 3*x6", True), ("3*D1 3*D3 3*x4 3*x5 x6 x8", False), ("4*D1 4*D3", False),
])  # fmt: skip
def test_GL26_three_long_or_five_kan(hand, made):
    assert is_sanlong(pack(cards(hand))) is made


def test_GL40_the_minimum_is_enough():
    """A hand of exactly the minimum wins; one below does not."""
    r: Any
    r, _ = midgame(GAME, [QUIET, WIN_SEAT, QUIET], "x1 D10", options=NO_XING)
    value = hand_readings(r.hands[1], r.sets_of(r.melds[1]), cards("x1")[0], DRAW, GuilinOptions())[0].value
    assert r.may_win(1, cards("x1")[0], DRAW)
    for least in (value, value + 1):
        r.options = replace(r.options, min_hu=least)
        assert r.may_win(1, cards("x1")[0], DRAW) is (least == value)


@pytest.mark.parametrize(("options", "shown"), [(NO_XING, False), ({}, True)])
def test_GL43_no_line_for_turned_cards_that_nobody_turns(options, shown):
    r, _ = midgame(GAME, [QUIET, WIN_SEAT, QUIET], "x1 D10 D9 D8 D7", options=options)
    r.act(1, WIN)
    assert r.result is not None
    assert ("xing" in [s.key for s in r.result.sheets[0].steps]) is shown


def test_GL40_the_reading_with_most_hu_is_paid():
    """Three runs 1-2-3, which count, or three mixed sets, which do not."""
    seat = ("x2 x3 D1 D1 D2 D2 D3 D3", ["peng D8 D8 D8", "sao D10 D10 D10", "sao x9 x9 x9", "chi x4 x5 x6"])
    r: Any
    r, _ = midgame(GAME, [QUIET, seat, QUIET], "x1 D9", options=NO_XING)
    found = hand_readings(r.hands[1], r.sets_of(r.melds[1]), cards("x1")[0], DRAW, r.options)
    r.act(1, WIN)
    assert r.result is not None
    hu = next(s.value for s in r.result.sheets[0].steps if s.key == "hu")
    assert [reading.value for reading in found] == [hu, hu - 15]
