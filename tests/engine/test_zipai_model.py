"""What the AI knows of character-card hands."""

from __future__ import annotations

from statistics import median
from time import perf_counter

import pytest

from ai.players import choose
from engine import PASS, WIN, Round, games
from engine.tiles import UNIT
from engine.zipai import TILES
from engine.zipai_plans import Knowledge

from .zipai_tables import act, cards, midgame

READY = ("3*D8 x5 x6 x7 2*x9 D9 x2 x3", ["peng D5 D5 D5", "chi D1 D2 D3", "{wei} x4 x4 x4"])
QUIET = ("D4 D4 D10 D10 x5 x8", ["chi x7 x8 x9", "chi D5 D6 D7"])
WEI = {"paohuzi": "wei", "guilin": "sao"}


def table(game: str, hand: str, melds: list[str], stock: str = "D10 x10 D6 D3") -> Round:
    laid = [m.format(wei=WEI[game]) for m in melds]
    return midgame(game, [QUIET, (hand, laid), QUIET], stock, turn=2)[0]


@pytest.mark.parametrize("game", ["paohuzi", "guilin"])
def test_waits_are_the_winning_cards_with_their_unseen_copies(game):
    r = table(game, *READY)
    waits = games.get(game).model.waits(r.view(1))
    assert {TILES.name(k): n for k, n in waits.items()} == {"x1": 4, "x4": 1}
    assert games.get(game).model.waits(r.view(None)) == {}


def test_a_complete_looking_hand_short_of_its_huxi_is_not_ready():
    # One card from seven sets, but nothing counts: 15 胡息 cannot be reached that way.
    r = table("paohuzi", "x4 x5 x6 D4 D5 D6 x7 x8", ["chi D8 D9 D10", "chi x3 x4 x5", "chi x8 x9 x10", "chi D3 D4 D5"])
    model = games.get("paohuzi").model
    assert model.waits(r.view(1)) == {}
    (outlook,) = model.outlooks(r.view(1), (PASS,))
    assert outlook.deficiency > 0
    ready = table("paohuzi", *READY)
    (better,) = model.outlooks(ready.view(1), (PASS,))
    assert better.deficiency == 0
    assert better.chance > outlook.chance


def test_a_win_is_judged_by_what_it_pays():
    r, _ = midgame("paohuzi", [QUIET, (READY[0], [m.format(wei="wei") for m in READY[1]]), QUIET], "x1 D3")
    model = games.get("paohuzi").model
    outlook = model.outlooks(r.view(1), (WIN,))[0]
    assert (outlook.deficiency, outlook.value) == (-1, 6.0)


def test_dead_cards_do_not_help():
    r = table("paohuzi", *READY)
    before = Knowledge(r.view(1), r.WORDS, 15, False)  # type: ignore[attr-defined]
    r.rivers[0] += cards("3*x1")
    after = Knowledge(r.view(1), r.WORDS, 15, False)  # type: ignore[attr-defined]
    one = TILES.kind("x1")
    assert (before.live[one], after.live[one]) == (4, 1)
    model = games.get("paohuzi").model
    (outlook,) = model.outlooks(r.view(1), (PASS,))
    assert outlook.live == 2  # one x1 and one x4


def test_discards_keep_sets_together():
    # Ready but for one loose D10 too many: that is the card to throw.
    r = table("paohuzi", "3*D8 x5 x6 x7 2*x9 D9 x2 x3 D10", READY[1])
    r.prompts, r.window = {1: r.discards(1)}, None  # type: ignore[attr-defined]
    assert choose("standard", r.view(1)) is act("discard D10")


def test_a_dead_hand_expects_nothing():
    r = table("paohuzi", *READY)
    r.dead[1] = True  # type: ignore[attr-defined]
    model = games.get("paohuzi").model
    (outlook,) = model.outlooks(r.view(1), (PASS,))
    assert outlook.chance == 0
    assert model.waits(r.view(1)) == {}


def test_in_guilin_a_discard_may_be_won():
    r = table("guilin", *READY)
    many = [m.format(wei="sao") for m in READY[1]] * 2
    far, _ = midgame("guilin", [QUIET, READY_HAND, ("D2", many)], "D10 x10 D6 D3", turn=2)
    model = games.get("guilin").model
    discard = act("discard x2")
    assert model.outlooks(far.view(1), (discard,))[0].danger > model.outlooks(r.view(1), (discard,))[0].danger


READY_HAND = (READY[0], [m.format(wei="sao") for m in READY[1]])


@pytest.mark.parametrize("game", ["paohuzi", "guilin"])
def test_every_choice_is_legal_repeatable_and_quick(game):
    times = []
    for number in range(6):
        r = Round.deal(game, {}, number.to_bytes(2, "big"), number % 3)
        while r.result is None:
            seat = min(r.prompts)
            view = r.view(seat)
            start = perf_counter()
            chosen = choose("standard", view, 1)
            times.append(perf_counter() - start)
            assert chosen in view.actions
            assert choose("standard", r.view(seat), 1) is chosen
            r.act(seat, chosen)
    assert median(times) < 0.020


def test_outlooks_answer_each_action():
    r = Round.deal("paohuzi", {}, b"outlooks", 0)
    view = r.view(0)
    outlooks = games.get("paohuzi").model.outlooks(view, view.actions)
    assert len(outlooks) == len(view.actions)
    assert all(0 <= o.chance <= 1 and o.value > 0 and o.danger >= 0 for o in outlooks)
    assert all(view.hand >= UNIT[a.tiles[0]] for a in view.actions)
