"""Nantong rounds by clause: built hands and walls, played step by step."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Round
from engine.games.nantong import TILES
from engine.games.nantong.legal import declarations
from engine.tiles import count, pack

from .mahjong_tables import act, dealt, discards, kinds, legal

ORPHANS = "1m 4m 7m 1s 4s 7s 1p 4p 7p Q B"
"""Cards from which nothing can be made."""
READY = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 7p 8p H H"
"""22 cards that wait for 6p and 9p: seven runs."""
FLIPS = "3p Q"


def nantong(hands: list[str], front: str = "", back: str = "", **more: Any) -> Any:
    return dealt("nantong", hands, f"{more.pop('flips', FLIPS)} {front}", back, **more)


def kind(name: str) -> int:
    return kinds("nantong", name)[0]


def held(r: Any, seat: int, name: str) -> int:
    return count(r.hands[seat], kind(name))


# --- deal and preparation (NT-4 to NT-16) -------------------------------------------------------------------


def test_deal() -> None:
    """NT-1, NT-4, NT-5: 23/22/22, two flips, 51 cards in the stock."""
    r: Any = Round.deal("nantong", {}, b"seed", 1)
    assert [sum(n for n in _counts(h)) for h in r.dealt] == [22, 23, 22]
    assert r.wall_left == 51
    assert r.extras(None)["flips"] == list(r.wall[67:69])


def _counts(hand: int) -> list[int]:
    return [hand >> 3 * k & 7 for k in range(30)]


def test_preparation_goes_round_from_the_dealer() -> None:
    """NT-9, NT-15: dealer, next, next; then the dealer discards without drawing."""
    r = nantong(["4*5m", "4*6m", "4*7m"], dealer=1, fill=3)
    asked = []
    while r.phase == "opening":
        (seat,) = r.prompts
        asked.append(seat)
        # Who has something to declare, and passes, is nobody's business.
        assert r.view(None).turn == 1
        assert all(not r.view(s).actions for s in range(3) if s != seat)
        act(r, seat, "pass")
    assert asked == [1, 2, 0]
    assert list(r.prompts) == [1]
    assert "discard" in {a.kind for a in r.prompts[1]}


def test_opening_quad_draws_from_the_tail() -> None:
    """NT-10, NT-4."""
    r = nantong(["4*5m", "", ""], back="8m 2p")
    assert legal(r, 0) == ["opening_quad 5m", "pass"]
    before = held(r, 0, "2p")
    act(r, 0, "opening_quad 5m")
    assert r.melds[0][0].kind == "opening_quad"
    assert held(r, 0, "5m") == 0
    assert held(r, 0, "2p") == before + 1
    assert r.wall_left == 50


def test_a_replacement_never_qualifies_for_a_declaration() -> None:
    """NT-9: the fourth 6m comes as a replacement."""
    r = nantong(["4*5m 3*6m", "", ""], back="6m")
    act(r, 0, "opening_quad 5m")
    assert held(r, 0, "6m") == 4
    assert "opening_quad 6m" not in legal(r, 0)


def test_opening_triplet_needs_the_exact_flip() -> None:
    """NT-11: no replacement; the same rank of another suit does not do."""
    r = nantong(["3*3p 3*3s", "", ""])
    assert legal(r, 0) == ["opening_triplet 3p", "pass"]
    act(r, 0, "opening_triplet 3p")
    assert r.wall_left == 51
    assert r.melds[0][0].tiles == (kind("3p"),) * 3


def test_tiandi_fills_no_set() -> None:
    """NT-12: two equal flips, the other two in hand; two replacements; 23 cards stay concealed."""
    r = nantong(["4p 4p", "", ""], flips="4p 4p", back="1m 2m")
    assert legal(r, 0) == ["tiandi 4p", "pass"]
    act(r, 0, "tiandi 4p")
    assert r.wall_left == 49
    assert sum(_counts(r.hands[0])) == 23


def test_baoting_locks() -> None:
    """NT-14, NT-26: public; afterwards only a win or the drawn card, no pong, no kong."""
    r = nantong([ORPHANS, READY, ""], front="H 2p", fill=5)
    assert legal(r, 1) == ["baoting", "pass"]
    act(r, 1, "baoting")
    assert r.extras(None)["baoting"] == [False, True, False]
    act(r, 0, "discard 1m")
    assert r.turn == 1
    assert r.drawn == kind("H")
    assert (legal(r, 1), discards(r, 1)) == ([], ["H"])  # three H in hand now, and nothing but the drawn one may go
    act(r, 1, "discard H")
    assert legal(r, 1) == []


def test_baoting_doubles_and_may_pass() -> None:
    """NT-14, NT-41: the seat keeps the choice; a win afterwards is doubled."""
    r = nantong([ORPHANS + " 6p 9p", READY, ORPHANS], fill=6)
    act(r, 1, "baoting")
    act(r, 0, "discard 6p")
    assert legal(r, 1) == ["win", "pass"]
    act(r, 1, "pass")
    while r.turn != 0 or r.drawn < 0:
        seat = min(r.prompts)
        act(r, seat, f"discard {discards(r, seat)[-1]}" if discards(r, seat) else "pass")
    act(r, 0, "discard 9p")
    act(r, 1, "win")
    sheet = r.result.sheets[1]
    assert ("baoting", 2) in sheet.patterns
    assert sheet.points == 200


def test_the_dealer_cannot_declare_ready() -> None:
    """NT-14: a non-dealer only."""
    r = nantong([READY + " 1p", ORPHANS, ORPHANS], fill=2)
    assert "baoting" not in legal(r, 0)


def test_tianhu() -> None:
    """NT-16, NT-39: offered on the dealer's first turn; 自摸 +10, doubled."""
    r = nantong([READY + " 9p", ORPHANS, ORPHANS])
    assert legal(r, 0) == ["win"]
    act(r, 0, "win")
    sheet = r.result.sheets[0]
    assert (sheet.how, sheet.tile, sheet.points) == ("initial", -1, 220)
    assert ("tianhu", 2) in sheet.patterns


@pytest.mark.parametrize(("option", "how", "points"), [(True, "initial", 100), (False, "self", 50)])
def test_tianhu_after_a_replacement(option: bool, how: str, points: int) -> None:
    """NT-16, NT-O6: an opening replacement spoils 天胡 only when the option says so."""
    hand = "4*5m 1m 2m 3m 1s 2s 3s 4s 5s 6s 7s 8s 9s 2p 3p 4p 7p 8p H H"
    r = nantong([hand, ORPHANS, ORPHANS], back="9p", options={"tianhu_after_replacement": option}, flips="B 8p")
    act(r, 0, "opening_quad 5m")
    act(r, 0, "win")
    sheet = r.result.sheets[0]
    assert sheet.how == how
    # 塌子胡 20 + 自摸 10 + the quad 16 = 46, doubled to 92; without 天胡 46.
    assert sheet.points == points


# --- turns, claims, kongs (NT-17 to NT-27) ------------------------------------------------------------------


def test_concealed_kong_replacement_win() -> None:
    """NT-17, NT-19, NT-39: a kong on the dealer's first turn; the win is 自摸 + 杠开 and not 天胡."""
    hand = "4*5m 1m 2m 3m 1s 2s 3s 4s 5s 6s 7s 8s 9s 2p 3p 4p 7p 8p H H"
    r = nantong([hand, ORPHANS, ORPHANS], back="9p", flips="B 8p")
    act(r, 0, "pass")
    assert legal(r, 0) == ["concealed_kong 5m"]
    act(r, 0, "concealed_kong 5m")
    assert legal(r, 0) == ["win"]
    act(r, 0, "win")
    patterns = dict(r.result.sheets[0].patterns)
    assert patterns["zimo"] == 10
    assert patterns["after_kong"] == 10
    assert "tianhu" not in patterns


def test_dihu_after_the_dealers_kong() -> None:
    """NT-17, NT-44: his first discard still counts for 地胡."""
    r = nantong(["4*5p 9p " + ORPHANS, READY, ORPHANS], back="2p", fill=1)
    act(r, 0, "pass")
    act(r, 1, "pass")
    act(r, 0, "concealed_kong 5p")
    act(r, 0, "discard 9p")
    act(r, 1, "win")
    assert ("dihu", 2) in r.result.sheets[1].patterns


def test_no_dihu_on_a_later_discard() -> None:
    """NT-44."""
    r = nantong([ORPHANS, "9p 2s " + ORPHANS, READY], front="9s", avoid="1m")
    act(r, 2, "pass")
    act(r, 0, "discard 1m")
    act(r, 1, "discard 9p")
    act(r, 2, "win")
    assert "dihu" not in dict(r.result.sheets[2].patterns)


def test_claims_pong_then_discard_without_draw() -> None:
    """NT-22, NT-24: no draw, no kong, no win after a pong; a discard makes no run."""
    r = nantong(["9m " + ORPHANS, "9m 9m 4*2p", "7m 8m"], avoid="9m")
    while r.phase == "opening":
        act(r, min(r.prompts), "pass")
    left = r.wall_left
    act(r, 0, "discard 9m")
    assert legal(r, 1) == ["pong 9m", "pass"]
    assert 2 not in r.prompts  # 7m 8m make no run with a discard
    act(r, 1, "pong 9m")
    assert r.wall_left == left
    assert legal(r, 1) == []
    assert "2p" in discards(r, 1)


def test_kong_of_a_discard_or_only_a_pong() -> None:
    """NT-23: both are open with three in hand; the kong draws from the tail."""
    r = nantong(["9m " + ORPHANS, "3*9m", ""], back="2p", avoid="9m")
    while r.phase == "opening":
        act(r, min(r.prompts), "pass")
    act(r, 0, "discard 9m")
    assert legal(r, 1) == ["kong 9m", "pong 9m", "pass"]
    act(r, 1, "kong 9m")
    assert r.drawn == kind("2p")
    assert r.melds[1][0].source == 0


def robbed() -> Any:
    """Seat 0 pongs 5p and draws the fourth; seat 2 waits for 5p."""
    ready = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 4p 6p H H"
    r = nantong([ORPHANS + " 5p 5p", "5p " + ORPHANS, ready], front="9p H 9s 5p", avoid="5p 1m 9p H 9s")
    act(r, 2, "pass")
    act(r, 0, "discard 1m")
    act(r, 1, "discard 5p")
    assert legal(r, 2) == ["win", "pass"]
    act(r, 0, "pong 5p")
    act(r, 0, f"discard {discards(r, 0)[0]}")
    while r.turn != 0 or r.window is not None:
        seat = min(r.prompts)
        act(r, seat, "discard " + r.spec.tiles.name(r.drawn) if discards(r, seat) else "pass")
    assert r.drawn == kind("5p")
    return r


def test_added_kong_can_be_robbed() -> None:
    """NT-20, NT-49: the konger keeps the pong, the winner has the card."""
    r = robbed()
    assert "added_kong 5p" in legal(r, 0)
    act(r, 0, "added_kong 5p")
    assert legal(r, 2) == ["win", "pass"]
    act(r, 2, "win")
    assert r.result.sheets[2].how == "rob_kong"
    assert [m.kind for m in r.melds[0]] == ["pong"]
    assert ("pong", 2) in [(s.key, s.value) for s in r.result.sheets[0].steps]


def test_added_kong_not_robbed_is_completed() -> None:
    """NT-20: it becomes an open kong and a replacement is drawn."""
    r = robbed()
    back = r.wall[r.back - 1]
    act(r, 0, "added_kong 5p")
    act(r, 2, "pass")
    assert [m.kind for m in r.melds[0]] == ["added_kong"]
    assert r.drawn == back


def test_hidden_concealed_kong() -> None:
    """NT-28, NT-O5: others see four backs until the end, the public too."""
    r = nantong(["4*5m " + ORPHANS, "", ""], options={"angang_visible": False})
    act(r, 0, "pass")
    while r.phase == "opening":
        act(r, min(r.prompts), "pass")
    events = act(r, 0, "concealed_kong 5m")
    laid = next(e for e in events if e.kind == "concealed_kong")
    assert set(laid.as_seen_by(1).tiles) == {-1}
    assert set(r.view(1).melds[0][0].tiles) == {-1}
    assert set(r.view(0).melds[0][0].tiles) == {kind("5m")}
    shown = nantong(["4*5m " + ORPHANS, "", ""])
    act(shown, 0, "pass")
    act(shown, 0, "concealed_kong 5m")
    assert set(shown.view(1).melds[0][0].tiles) == {kind("5m")}


def test_only_the_nearest_wins() -> None:
    """NT-21: both may answer; the discarder's next seat goes first, whoever answers first."""
    other = READY.replace("H H", "B B")
    r = nantong(["9p " + ORPHANS, READY, other], fill=1)
    while r.phase == "opening":
        act(r, min(r.prompts), "pass")
    r.act(0, next(a for a in r.prompts[0] if a.tiles == (kind("9p"),)))
    assert legal(r, 1) == legal(r, 2) == ["win", "pass"]
    win = r.prompts[2][0]
    r.act(2, win)
    assert r.result is None
    r.act(1, win)
    assert r.result.winners == (1,)


# --- the end (NT-27, NT-44, NT-46 to NT-48) -----------------------------------------------------------------


def near_the_end(cards_left: int, hands: list[str], front: str, **more: Any) -> Any:
    """A round in which the wall is nearly gone when play begins."""
    r = nantong(hands, front, **more)
    while r.phase == "opening":
        act(r, min(r.prompts), "pass")
    r.wall = r.wall[: r.front + cards_left]
    r.back = len(r.wall)
    return r


def test_last_card_self_drawn_doubles() -> None:
    """NT-44 海底捞月."""
    r = near_the_end(1, [ORPHANS, READY, ORPHANS], "9p")
    act(r, 0, "discard 1m")
    assert r.wall_left == 0
    act(r, 1, "win")
    assert ("haidilao", 2) in r.result.sheets[1].patterns
    assert r.result.sheets[1].points == 220


def test_empty_stock_allows_a_pong_but_no_kong() -> None:
    """NT-27: the last discard can be ponged; play goes on, and the next draw that is due is 荒牌."""
    r = near_the_end(1, [ORPHANS, "9m " + ORPHANS, "3*9m"], "6s", avoid="1m 9m 6s")
    act(r, 0, "discard 1m")
    act(r, 1, "discard 9m")
    assert legal(r, 2) == ["pong 9m", "pass"]
    act(r, 2, "pong 9m")
    act(r, 2, f"discard {discards(r, 2)[0]}")
    while r.result is None:
        act(r, min(r.prompts), "pass")
    assert r.result.kind == "draw"


def test_drawn_hand_still_pays_base_hu() -> None:
    """NT-48: 碰, 杠 and three in hand settle without a winner."""
    r = near_the_end(0, ["3*H " + ORPHANS, "3*2m", ORPHANS], "", avoid="2m H")
    act(r, 0, f"discard {discards(r, 0)[0]}")
    while r.result is None:
        act(r, min(r.prompts), "pass")
    assert r.result.kind == "draw"
    assert r.result.winners == ()
    # H: 4 × 2 (老将) × 2 (flip Q) = 16 → 20; three 2m: 4 → 10.
    assert [s.points for s in r.result.sheets] == [20, 10, 0]
    assert r.result.net == (30, 0, -30)
    assert {t.reason for t in r.result.transfers} == {"hu_difference"}


def test_the_dealer_moves_on_whatever_happens() -> None:
    """NT-3."""
    for dealer in range(3):
        hands = [ORPHANS] * 3
        hands[dealer] = READY + " 9p"
        r = nantong(hands, dealer=dealer)
        act(r, dealer, "win")
        assert r.result.next_dealer == (dealer + 1) % 3


def test_losers_have_sheets_too() -> None:
    """NT-29, NT-46: every seat's base hu is written out, set by set."""
    ready = READY.replace("H H", "B B") + " 9p"
    r = nantong([ready, "3*H 3*8m", "1m 4m 7m 1s 4s 7s"])
    while r.phase == "opening":
        act(r, min(r.prompts), "pass")
    act(r, 0, "win")
    steps = [(s.key, s.value, s.note) for s in r.result.sheets[1].steps]
    assert steps == [
        ("triplet", 4, ""),
        ("triplet", 4, ""),
        ("lao_jiang", 2, "x"),
        ("flip", 2, "x"),
        ("set_hu", 16, "="),
        ("base_hu", 20, "="),
        ("rounded", 20, "="),
    ]


@pytest.mark.parametrize(("flips", "declared"), [("5m 5m", [("tiandi", "5m")]), ("5m 6m", []), ("6m 5m", [])])
def test_tiandi_needs_two_equal_flips(flips: str, declared: list[tuple[str, str]]) -> None:
    """NT-12."""
    first, second = kinds("nantong", flips)
    found = declarations(pack(kinds("nantong", "5m 5m 1p 2p 3p")), (first, second))
    assert [(kind, TILES.name(card)) for kind, card in found] == declared
