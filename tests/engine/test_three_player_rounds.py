"""Three-player rounds by clause: built hands and walls, played step by step."""

from __future__ import annotations

from typing import Any

import pytest

from engine import PASS, Round
from engine.games.three_player.fans import bonus_fans
from engine.games.three_player.kinds import FLOWERS, FLY, FLY_SHIFT
from engine.games.three_player.legal import chows
from engine.melds import Meld
from engine.tiles import count, unpack

from .mahjong_tables import act, dealt, discards, kinds, legal

BONUS = " ".join([*(f"f{n}" for n in range(1, 9)), *(f"a{n}" for n in range(1, 5)), "c J"])
"""Kinds that no filled-up hand gets: bonus tiles and flies."""
NOTHING = "1p 4p 7p S W C F P"
"""Eight tiles from which nothing can be made soon."""


def three(hands: list[str], front: str = "", back: str = "", avoid: str = "", **more: Any) -> Any:
    return dealt("three_player", hands, front, back, avoid=f"{BONUS} {avoid}", **more)


def kind(name: str) -> int:
    return kinds("three_player", name)[0]


def held(r: Any, seat: int, name: str) -> int:
    return count(r.hands[seat], kind(name))


def names(r: Any, tiles: tuple[int, ...]) -> list[str]:
    found: list[str] = r.spec.tiles.write(tiles)
    return found


def throw(r: Any, seat: int) -> None:
    """Discard the drawn tile, or the last that may go; nobody claims it."""
    drawn = r.spec.tiles.name(r.drawn)
    act(r, seat, f"discard {drawn if drawn in discards(r, seat) else discards(r, seat)[-1]}")
    while r.window is not None:
        r.act(min(r.prompts), PASS)


def until_draw(r: Any, seat: int) -> None:
    """Go on without claims until ``seat`` has drawn."""
    while r.turn != seat or r.window is not None or r.drawn < 0:
        asked = min(r.prompts)
        if discards(r, asked):
            throw(r, asked)
        else:
            act(r, asked, "pass")


# --- deal and opening (TP-1 to TP-9) ------------------------------------------------------------------------


def test_deal() -> None:
    """TP-1, TP-2, TP-5, TP-6: 84 tiles, 14 and 13, bonus tiles out before play."""
    for number in range(30):
        r: Any = Round.deal("three_player", {}, bytes([number]), number % 3)
        assert len(r.wall) == 84
        sizes = [len(unpack(h)) for h in r.hands]
        assert sizes == [14 if s == r.dealer else 13 for s in range(3)]
        assert all(k < 17 for h in r.hands for k in unpack(h))
        out = sum(len(unpack(b)) for b in r.bonus)
        assert r.wall_left == 44 - out
        assert r.extras(None)["winds"][r.dealer] == 0


def test_opening_replacement_is_a_chain_from_the_back() -> None:
    """TP-6: dealer first; the replacements of f1 and c are f2 and 9p, that of f2 is 8p."""
    r = three(["f1 c " + NOTHING, NOTHING, NOTHING], back="8p 9p f2")
    told = [(e.kind, e.seat, names(r, e.tiles)) for e in r.opening_events if e.kind in ("bonus", "draw")]
    assert told[:5] == [
        ("bonus", 0, ["f1", "c"]),
        ("draw", 0, ["f2"]),
        ("draw", 0, ["9p"]),
        ("bonus", 0, ["f2"]),
        ("draw", 0, ["8p"]),
    ]
    assert r.extras(None)["bonus"][0] == [17, 18, 29]
    assert r.extras(None)["table_fan"][0] == 2  # 春 and 小丑; 夏 is South's


def test_opening_wins_are_offered_from_the_dealer() -> None:
    """TP-7, TP-31, TP-38: four flies win at once, without a shape, as a self-drawn limit; then the flies
    pay."""
    r = three([NOTHING, NOTHING, "J J J J 1p 5p 9p E S W N C F"])
    assert r.phase == "opening"
    assert legal(r, 2) == ["win", "pass"]
    act(r, 2, "win")
    assert r.result.sheets[0].label == "opening_flies"
    assert r.result.net == (-44, -44, 88)
    assert r.result.next_dealer == 2


def test_opening_win_declined() -> None:
    """TP-7: after a pass the dealer plays, and the flies stay."""
    r = three([NOTHING, NOTHING, "J J J J 1p 5p 9p E S W N C F"])
    act(r, 2, "pass")
    assert r.phase == "play"
    assert "discard" in {a.kind for a in r.prompts[0]}
    assert r.extras(2)["flies"] == 4
    assert r.extras(0)["flies"] == 0


def test_eight_flowers_at_the_opening() -> None:
    """TP-40, TP-7."""
    r = three([NOTHING, "f1 f2 f3 f4 f5 f6 f7 f8 1p 5p 9p E S", NOTHING], back="2p 2p 3p 3p 4p 6p 6p 8p")
    assert legal(r, 1) == ["win", "pass"]
    act(r, 1, "win")
    assert r.result.sheets[0].label == "eight_flowers"
    assert r.result.net == (-40, 80, -40)


def test_eight_flowers_on_the_eighth() -> None:
    """TP-40: at any time, on getting the eighth; declined, the flower is replaced."""
    hand = "f1 f2 f3 f4 f5 f6 f7 1p 5p 9p E S W"
    for answer in ("win", "pass"):
        r = three([NOTHING, hand, NOTHING], front="f8", back="4p 2p 2p 3p 3p 4p 6p 6p", avoid="W")
        throw(r, 0)
        assert (r.phase, legal(r, 1)) == ("eight_flowers", ["win", "pass"])
        act(r, 1, answer)
        if answer == "win":
            assert r.result.winners == (1,)
            assert r.result.net == (-40, 80, -40)
        else:
            assert (r.replacement, names(r, (r.drawn,))) == ("flower", ["4p"])


def test_tianhu() -> None:
    """TP-41: the dealer's complete hand wins on his first turn; as a self-draw."""
    r = three(["1p 2p 3p 4p 5p 6p 7p 8p 9p E E E 5p 5p", NOTHING, NOTHING], front="a1")
    assert legal(r, 0) == ["win"]
    act(r, 0, "win")
    assert "tianhu" in dict(r.result.sheets[0].patterns)
    assert r.result.net == (80, -40, -40)
    assert r.result.next_dealer == 0


def test_no_tianhu_after_a_fly_was_put_out() -> None:
    """TP-41, TP-12: a 顿飞 comes first, so it is only a self-draw; 邋遢胡 stands."""
    r = three(["1p 2p 3p 4p 5p 6p 7p 8p 9p E E E 5p J", NOTHING, NOTHING], back="5p", avoid="5p")
    act(r, 0, "put_fly J")
    act(r, 0, "win")
    patterns = dict(r.result.sheets[0].patterns)
    assert "tianhu" not in patterns
    assert patterns["dunfei"] == 1
    assert patterns["latahu"] == 10


def test_dihu() -> None:
    """TP-42: another seat wins on the dealer's first discard; the discarder pays double (TP-70)."""
    r = three(["9p " + NOTHING, "1p 2p 3p 4p 5p 6p 7p 8p E E E 5p 5p", NOTHING], avoid="9p 6p 3p")
    act(r, 0, "discard 9p")
    act(r, 1, "win")
    assert "dihu" in dict(r.result.sheets[0].patterns)
    assert r.result.net == (-40, 60, -20)


# --- draws and bonus tiles (TP-8, TP-9, TP-60) --------------------------------------------------------------


def test_a_chain_of_bonus_tiles_on_a_draw() -> None:
    """TP-8, TP-60: each is exposed and replaced from the back; a win on the last replacement is 花上自摸."""
    ready = "1p 2p 3p 4p 5p 6p 7p 8p N N N 5p 5p"
    r = three([NOTHING, ready, NOTHING], front="a1", back="9p c f4", avoid="9p 6p 3p")
    throw(r, 0)
    assert r.extras(None)["bonus"][1] == [20, 25, 29]
    assert r.drawn == kind("9p")
    act(r, 1, "win")
    patterns = dict(r.result.sheets[0].patterns)
    assert patterns["flower_draw"] == 2
    # 冬 1, 猫 1, 小丑 1, 花上自摸 2, 三个北 1, 自摸 1
    assert sum(patterns.values()) == 7
    assert r.result.net == (-14, 28, -14)


def test_no_replacement_for_the_last_bonus_tile() -> None:
    """TP-9, TP-74, TP-76: the hand is drawn; who drew the last tile deals next."""
    r = three([NOTHING, NOTHING, NOTHING], front="c", avoid="5p")
    r.wall = r.wall[: r.front + 1]
    r.back = len(r.wall)
    throw(r, 0)
    assert r.result.kind == "draw"
    assert r.result.next_dealer == 1


# --- melds with flies (TP-12 to TP-19) ----------------------------------------------------------------------


def test_false_chow() -> None:
    """TP-13: by the next seat, one real tile and one fly."""
    r = three(["5p " + NOTHING, "4p 6p J E E", "4p 6p J W W"], avoid="5p 3p 7p 4p 6p", fill=2)
    act(r, 0, "discard 5p")
    assert [a for a in legal(r, 1) if "chow" in a] == [
        "false_chow J 4p 5p", "chow 4p 5p 6p", "false_chow J 5p 6p", "false_chow 4p 5p J", "false_chow 5p 6p J",
    ]  # fmt: skip
    assert not [a for a in legal(r, 2) if "chow" in a]
    act(r, 1, "false_chow J 5p 6p")
    meld = r.melds[1][0]
    assert (meld.kind, names(r, meld.tiles), meld.source) == ("false_chow", ["J", "5p", "6p"], 0)
    assert held(r, 1, "J") == 0
    assert legal(r, 1) == []  # TP-22: only a discard
    assert r.extras(None)["shown_flies"] == [0, 1, 0]


def test_no_false_chow_with_the_option() -> None:
    """TP-13, max_flies_in_chi = 0."""
    r = three(["5p " + NOTHING, "4p 6p J E E", "W W"], avoid="5p 3p 7p 4p 6p", options={"max_flies_in_chi": 0}, fill=2)
    act(r, 0, "discard 5p")
    assert [a for a in legal(r, 1) if "chow" in a] == ["chow 4p 5p 6p"]


def test_true_pong_beats_false_pong() -> None:
    """TP-21: whoever answers first."""
    r = three(["5p " + NOTHING, "5p J", "5p 5p"], avoid="5p 6p 7p 3p 4p", fill=2)
    act_discard(r, 0, "5p")
    assert "false_pong 5p 5p J" in legal(r, 1)
    r.act(1, next(a for a in r.prompts[1] if a.kind == "false_pong"))
    assert r.melds[1] == ()
    r.act(2, next(a for a in r.prompts[2] if a.kind == "pong"))
    assert r.melds[2][0].kind == "pong"
    assert r.melds[1] == ()


def act_discard(r: Any, seat: int, tile: str) -> None:
    r.act(seat, next(a for a in r.prompts[seat] if a.kind == "discard" and a.tiles[0] == kind(tile)))


@pytest.mark.parametrize(("tie", "winner"), [("nearest", 1), ("farthest", 2)])
def test_two_false_pongs(tie: str, winner: int) -> None:
    """TP-21: the seat first after the discarder, or with the option the other."""
    r = three(["N " + NOTHING, "N J", "N J"], avoid="N", options={"false_pon_tie": tie})
    act_discard(r, 0, "N")
    for seat in (2, 1):
        if seat in r.prompts:
            r.act(seat, next(a for a in r.prompts[seat] if a.kind == "false_pong"))
    assert r.melds[winner][0].kind == "false_pong"
    assert r.melds[3 - winner] == ()


def false_pong_round(front: str, options: dict[str, Any] | None = None) -> Any:
    """Seat 1 has made a false pong of N and it is its turn to draw the first tile of ``front`` next."""
    r = three(
        ["N " + NOTHING, "N J 1p 1p 5p 5p 9p", "1p 9p"], front=front, avoid="N",
        options=options, fill=3,
    )  # fmt: skip
    act(r, 0, "discard N")
    act(r, 1, "false_pong N N J")
    throw(r, 1)
    until_draw(r, 1)
    return r


def test_redeem() -> None:
    """TP-19: the drawn tile goes into the meld, the fly comes back, nothing is drawn and a discard is due."""
    r = false_pong_round("2p 8p N")
    assert r.drawn == kind("N")
    left, hand = r.wall_left, len(unpack(r.hands[1]))
    assert "redeem N N J" in legal(r, 1)
    act(r, 1, "redeem N N J")
    meld = r.melds[1][0]
    assert (meld.kind, names(r, meld.tiles)) == ("pong", ["N", "N", "N"])
    assert held(r, 1, "J") == 1
    assert held(r, 1, "N") == 0
    assert (r.wall_left, len(unpack(r.hands[1]))) == (left, hand)
    assert discards(r, 1)
    assert "J" not in discards(r, 1)
    assert "put_fly J" in legal(r, 1)
    assert r.extras(1)["flies"] == 1
    assert r.extras(0)["shown_flies"] == [0, 0, 0]


@pytest.mark.parametrize(("redeem", "allowed"), [("drawn_tile", False), ("any_time", True)])
def test_redeem_later(redeem: str, allowed: bool) -> None:
    """TP-19: a matching tile kept from an earlier turn does only with the option."""
    r = false_pong_round("2p 8p N 3p 8p 6p", {"redeem": redeem})
    act(r, 1, "discard 9p")
    until_draw(r, 1)
    assert held(r, 1, "N") == 1
    assert ("redeem N N J" in legal(r, 1)) is allowed


def test_false_pong_is_no_kong() -> None:
    """TP-15, TP-17: the fourth real tile cannot be added before the fly is redeemed."""
    r = false_pong_round("2p 8p N")
    assert not [a for a in legal(r, 1) if "kong" in a]


def test_put_out_fly() -> None:
    """TP-12, TP-36: a replacement from the back, one fan on the table; not after an own claim."""
    r = three(["J J " + NOTHING, "5p 5p J", NOTHING], back="2p 3p", avoid="5p")
    assert "put_fly J" in legal(r, 0)
    act(r, 0, "put_fly J")
    assert (names(r, (r.drawn,)), r.replacement) == (["3p"], "dunfei")
    act(r, 0, "put_fly J")
    assert r.extras(None)["put_flies"] == [2, 0, 0]
    assert r.extras(None)["table_fan"][0] == 2
    assert "put_fly J" not in legal(r, 0)


def test_flies_are_never_discarded() -> None:
    """TP-11: nor is a claim open that would leave flies alone to discard."""
    r = three(["J J " + NOTHING, NOTHING, NOTHING])
    assert "J" not in discards(r, 0)
    r = three(["5p " + NOTHING, "5p 5p", NOTHING], avoid="5p")
    r.hands[1] = 2 << 3 * kind("5p") | 2 << 3 * kind("J")
    r.melds[1] = r.melds[1] + tuple(_pongs("E", "S", "W"))
    act_discard(r, 0, "5p")
    offered = {a.kind for a in r.prompts.get(1, ())}
    assert "pong" not in offered
    assert "false_pong" in offered


def test_flies_are_not_discarded_after_the_last_draw() -> None:
    """TP-11, TP-12: with an empty wall a fly cannot be put out either; it stays in the hand."""
    r = three([NOTHING, "J " + NOTHING, NOTHING], front="5p", avoid="5p")
    r.wall = r.wall[: r.front + 1]
    r.back = len(r.wall)
    throw(r, 0)
    assert (names(r, (r.drawn,)), held(r, 1, "J")) == (["5p"], 1)
    assert legal(r, 1) == []
    assert "5p" in discards(r, 1)
    assert "J" not in discards(r, 1)


def _pongs(*tiles: str) -> list[Meld]:
    return [Meld("pong", (kind(t),) * 3, 0, kind(t)) for t in tiles]


# --- kongs (TP-15 to TP-18, TP-30, TP-52, TP-59) ------------------------------------------------------------


def test_kong_draw_and_kong_on_kong() -> None:
    """TP-52, TP-59: one kong 杠上自摸 2, two directly after one another a limit; a 顿飞 between breaks the
    chain."""
    hand = "4*N 4*9p 1p 2p 3p 5p 5p 4p"
    r = three(["f1 " + hand.replace(" 4p", ""), NOTHING, NOTHING], back="6p 5p 4p")
    act(r, 0, "concealed_kong N")
    act(r, 0, "concealed_kong 9p")
    act(r, 0, "win")
    patterns = dict(r.result.sheets[0].patterns)
    assert patterns["kong_on_kong"] == 10
    assert r.result.net == (80, -40, -40)

    r = three(["f1 4*N 4*9p J 1p 2p 5p 5p", NOTHING, NOTHING], back="3p 8p 7p 8p")
    act(r, 0, "concealed_kong N")
    act(r, 0, "put_fly J")
    assert r.chain == 0
    act(r, 0, "concealed_kong 9p")
    assert (r.chain, r.replacement) == (1, "kong")


def robbed(options: dict[str, Any] | None = None) -> Any:
    """Seat 0 has ponged 5p and draws the fourth; seats 1 and 2 wait for it with five fan."""
    one = "E E E N N N 4p 6p 1p 2p 3p 9p 9p"
    two = "C C C F F F 4p 6p 7p 8p 9p 1p 1p"
    r = three(
        ["5p 5p 2p " + "3p 3p 7p 8p 8p 2p S S W W P", one, two], front="P", back="8p", avoid="5p", options=options
    )
    # Seat 0 already has the pong; its turn begins with the fourth tile.
    r.hands[0] -= 2 << 3 * kind("5p")
    r.melds[0] = tuple(_pongs("5p"))
    r.hands[0] += 1 << 3 * kind("5p")
    r.hands[0] -= 1 << 3 * kind("2p")
    r.hands[0] -= 1 << 3 * kind("2p")
    r.bonus[1] = r.bonus[2] = 1 << 3 * kind("f4")
    r.drawn = kind("5p")
    r.discards_made = 5
    r.prompts = {0: r.turn_actions(0)}
    return r


def test_robbed_kong() -> None:
    """TP-30, TP-61: only the nearer seat; the kong is void and the robbed seat pays as the discarder."""
    r = robbed()
    act(r, 0, "added_kong 5p")
    assert legal(r, 1) == ["win", "pass"]
    act(r, 1, "win")
    sheet = r.result.sheets[0]
    # 冬 1, 三个东 1, 三个北 1, 抢杠胡 2, 吃胡 1
    assert dict(sheet.patterns) == {
        "winter": 1, "rob_kong": 2, "three_east": 1, "three_north": 1, "claimed_win": 1,
    }  # fmt: skip
    assert r.melds[0][0].kind == "pong"
    assert r.result.net == (-12, 18, -6)
    assert r.result.next_dealer == 1


def test_kong_not_robbed() -> None:
    """TP-17, TP-18."""
    r = robbed()
    last = r.wall[r.back - 1]
    r.act(0, next(a for a in r.prompts[0] if a.kind == "added_kong"))
    r.act(1, r.prompts[1][-1])
    r.act(2, r.prompts[2][-1])
    assert r.melds[0][0].kind == "added_kong"
    assert (r.drawn, r.replacement, r.chain) == (last, "kong", 1)


def test_two_winners() -> None:
    """TP-29, multi_win = all: the robbed seat pays each, no third payer; the nearer deals next."""
    r = robbed({"multi_win": "all"})
    r.act(0, next(a for a in r.prompts[0] if a.kind == "added_kong"))
    for seat in (2, 1):
        r.act(seat, r.prompts[seat][0])
    assert r.result.winners == (1, 2)
    assert [s.points for s in r.result.sheets] == [12, 12]
    assert r.result.net == (-24, 12, 12)
    assert r.result.next_dealer == 1


def test_only_the_nearer_wins_by_default() -> None:
    """TP-29 截胡."""
    r = robbed()
    r.act(0, next(a for a in r.prompts[0] if a.kind == "added_kong"))
    r.act(2, r.prompts[2][0])
    assert r.result is None
    r.act(1, r.prompts[1][0])
    assert r.result.winners == (1,)


# --- the floor and the end (TP-23, TP-25, TP-27, TP-51, TP-63, TP-71, TP-74) --------------------------------


def ready_round(bonus: str, front: str, options: dict[str, Any] | None = None) -> Any:
    """Seat 1 waits for 9p with 三个北; ``bonus``: its flower area."""
    ready = "1p 2p 3p 4p 5p 6p 7p 8p N N N 5p 5p"
    r = three([NOTHING, ready, NOTHING], front=front, avoid="9p 6p 3p", options=options)
    r.bonus[1] = sum(1 << 3 * kind(b) for b in bonus.split())
    return r


@pytest.mark.parametrize(("bonus", "may"), [("a1", False), ("a1 a2 a3", True)])
def test_five_fan_floor(bonus: str, may: bool) -> None:
    """TP-25: 三个北 1 + 自摸 1 and one or three animals."""
    r = ready_round(bonus, "9p")
    throw(r, 0)
    assert ("win" in legal(r, 1)) is may


def test_lone_fly_takes_no_discard() -> None:
    """TP-27: 单吊飞 wins on any self-drawn tile, never by pairing a discard."""
    ready = "1p 2p 3p 4p 5p 6p 7p 8p 9p N N N J"
    r = three([NOTHING, ready, NOTHING], front="P")
    act_discard(r, 0, "F")
    assert (r.window, r.turn) == (None, 1)  # nobody was asked; the seat has drawn
    assert "win" in legal(r, 1)
    r = three([NOTHING, ready, NOTHING], front="P", options={"lone_fly_discard_win": True})
    act_discard(r, 0, "F")
    assert legal(r, 1) == ["win", "pass"]


def test_last_tile_self_drawn() -> None:
    """TP-51: a limit, whatever else."""
    r = ready_round("a1", "9p")
    r.wall = r.wall[: r.front + 1]
    r.back = len(r.wall)
    throw(r, 0)
    act(r, 1, "win")
    assert "last_tile_draw" in dict(r.result.sheets[0].patterns)


def test_last_discard() -> None:
    """TP-23, TP-63: with an empty wall a discard can only be won, and that counts 河底捞鱼 2."""
    ready = "1p 2p 3p 4p 5p 6p 7p 8p N N N 5p 5p"
    r = three([NOTHING, "9p 9p " + NOTHING, ready], front="9p", avoid="9p 6p 3p")
    r.bonus[2] = 1 << 3 * kind("a1")
    r.wall = r.wall[: r.front + 1]
    r.back = len(r.wall)
    throw(r, 0)
    act_discard(r, 1, "9p")
    assert legal(r, 2) == ["win", "pass"]
    assert list(r.prompts) == [2]
    act(r, 2, "win")
    assert dict(r.result.sheets[0].patterns)["last_discard"] == 2


@pytest.mark.parametrize(("on_draw", "expected"), [(True, (3, 0, -3)), (False, (0, 0, 0))])
def test_drawn_hand_pays_flies(on_draw: bool, expected: tuple[int, ...]) -> None:
    """TP-71, TP-74, TP-76: flies in hand count, and those put out; the last drawer deals."""
    r = three(["J J " + NOTHING, "J " + NOTHING, NOTHING], front="8p", back="2p", options={"fly_on_draw": on_draw})
    act(r, 0, "put_fly J")
    r.wall = r.wall[: r.front + 1]
    r.back = len(r.wall)
    throw(r, 0)
    throw(r, 1)
    assert r.result.kind == "draw"
    assert r.result.facts["flies"] == [2, 1, 0]
    assert r.result.net == expected
    assert r.result.next_dealer == 1


def test_a_fly_shows_what_it_stands_for() -> None:
    """TP-26: the winner's sheet names the kind of each fly, in hand and in melds."""
    ready = "1p 2p 3p 4p 5p 6p 7p 8p J N N 5p 5p"
    r = three([NOTHING, ready, NOTHING], front="9p", avoid="9p N 6p 3p")
    r.bonus[1] = sum(1 << 3 * kind(b) for b in ("a1", "a2", "a3"))
    throw(r, 0)
    act(r, 1, "win")
    steps = [names(r, s.tiles) for s in r.result.sheets[0].steps if s.key == "fly_as"]
    assert steps == [["J", "N"]]
    keys = [s.key for s in r.result.sheets[0].steps]
    assert keys[-3:] == ["base", "shares", "winnings"]


def test_jihu_is_a_name() -> None:
    """TP-56: exactly five on a discard with a bonus tile."""
    ready = "1p 2p 3p 4p 5p 6p 7p 8p N N N 5p 5p"
    r = three(["9p " + NOTHING, ready, NOTHING], avoid="9p 6p 3p")
    r.bonus[1] = sum(1 << 3 * kind(b) for b in ("a1", "a2", "a3"))
    r.discards_made = 3
    act(r, 0, "discard 9p")
    act(r, 1, "win")
    assert r.result.sheets[0].label == "jihu"


@pytest.mark.parametrize("tile", range(1, 10))
def test_every_chow_of_a_dot(tile: int) -> None:
    """TP-13, TP-23: with all dots in hand every run that holds the tile; with a fly each run with one place
    open, too."""
    hand = sum(1 << 3 * r for r in range(9))
    runs = [(f, f + 1, f + 2) for f in range(7) if f <= tile - 1 <= f + 2]
    plain = chows(hand, tile - 1, 10, 0)
    assert [a.tiles for a in plain] == runs
    false = [a for a in chows(hand + (1 << FLY_SHIFT), tile - 1, 10, 1) if a.kind == "false_chow"]
    assert len(false) == 2 * len(runs)
    assert all(a.tiles.count(FLY) == 1 and tile - 1 in a.tiles for a in false)


@pytest.mark.parametrize(("swap", "owner"), [
    (False, [0, 1, 2, -1, 0, 1, -1, 2]),
    (True, [0, 1, 2, -1, 0, 1, 2, -1]),
])  # fmt: skip
def test_whose_the_flowers_are(swap: bool, owner: list[int]) -> None:
    """TP-33: by wind, -1 everybody's; bamboo_chrys_swap exchanges 菊 and 竹."""
    for place, whose in enumerate(owner):
        for wind in range(3):
            found = bonus_fans(1 << 3 * (FLOWERS.start + place), wind, swap)
            assert bool(found) == (whose in (-1, wind))


def test_no_tianhu_with_a_kongs_replacement() -> None:
    """TP-41: a kong comes first, so it is 杠上自摸 and no 天胡; also when the replacement is 1p."""
    r = three(["4*N 2p 3p 5p 5p 5p 9p 9p 9p 8p 8p", "E E", "W W"], back="1p")
    assert "concealed_kong N" in legal(r, 0)
    act(r, 0, "concealed_kong N")
    assert names(r, (r.drawn,)) == ["1p"]
    assert not r._self_win(0).tianhu


def test_a_redeemed_fly_is_what_was_drawn() -> None:
    """TP-19: the drawn tile lies in the meld, and the fly has come in its place."""
    r = false_pong_round("2p 8p N")
    act(r, 1, "redeem N N J")
    assert names(r, (r.drawn,)) == ["J"]


def test_a_fly_put_out_is_told() -> None:
    """TP-12."""
    r = three(["J J " + NOTHING, "5p 5p J", NOTHING], back="2p 3p", avoid="5p")
    events = act(r, 0, "put_fly J")
    told = next(e for e in events if e.kind == "put_fly")
    assert (told.seat, names(r, told.tiles)) == (0, ["J"])
