"""What holds in every round of both character-card games beyond test_invariants: seeded random play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import Round, revealed, zipai_claims
from engine.events import EVERYONE
from engine.tiles import UNKNOWN, pack, unpack
from engine.zipai import CHI, PAO, eat_options, loose_part

GAMES = ("paohuzi", "guilin")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "paohuzi": [
        {},
        {"self_break": True, "dui_strict": True, "no_discard": "break_kan"},
        {"split_chou": True, "xiao_cap16": True, "min_xi": 18},
    ],
    "guilin": [
        {},
        {"must_hu": "always", "self_break": True, "guosao_show_one": False, "min_hu": 15, "step": 5},
        {"must_hu": "never", "bi": False, "own_discard_bars_chi": False, "dealer_after_win": "rotate"},
        {"bonus": "plus1", "xing_wrap": False, "true3": False, "after_huang": "stay"},
    ],
}
TABLES = [(game, options) for game in GAMES for options in OPTIONS[game]]


def random_step(r: Round, rng: random.Random) -> tuple[Any, ...]:
    seat = rng.choice(sorted(r.prompts))
    return r.act(seat, rng.choice(r.prompts[seat]))


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_views_do_not_depend_on_unseen_cards(game, options):
    """Exchange cards that a viewer has not seen, and its view stays the same."""
    rng = random.Random(4)
    exchanged = 0
    for number in range(60):
        r: Any = Round.deal(game, options, number.to_bytes(2, "big"), number % 3)
        for _ in range(rng.randrange(4, 22)):
            if r.result is None:
                random_step(r, rng)
        if r.result is not None:
            continue
        for viewer in (None, 0, 1, 2):
            plain = r.view(viewer).to_json()
            other = r.copy()
            unseen = [s for s in range(3) if s != viewer]
            # Everything in others' hands and in the stock is dealt anew among those places.
            pool = [k for s in unseen for k in unpack(other.hands[s])] + list(other.wall[other.front :])
            rng.shuffle(pool)
            for s in unseen:
                n = len(unpack(other.hands[s]))
                other.hands[s], pool = pack(pool[:n]), pool[n:]
            other.wall = other.wall[: other.front] + bytes(pool)
            # And the others' face-down sets become sets of another kind.
            for s in unseen:
                other.melds[s] = tuple(
                    m._replace(tiles=((m.tiles[0] + 7) % 20,) * len(m.tiles), taken=(m.taken + 7) % 20)
                    if m.down == len(m.tiles)
                    else m
                    for m in other.melds[s]
                )
                for name in ("no_chi", "no_peng", "stale"):
                    getattr(other, name)[s] = rng.randrange(1 << 20)
                other.dead[s] = not other.dead[s]
                if game == "paohuzi":
                    other.chouhu[s] = ((3, 3),)
            assert other.view(viewer).to_json() == plain
            exchanged += 1
    assert exchanged > 80


@pytest.mark.parametrize("game", GAMES)
def test_events_hide_what_is_taken_unseen(game):
    rng = random.Random(5)
    hidden = 0
    for number in range(60):
        r: Any = Round.deal(game, {}, number.to_bytes(2, "big"), 0)
        while r.result is None:
            for event in random_step(r, rng):
                if event.seen != EVERYONE:
                    hidden += 1
                    assert event.seen == 1 << event.seat
                    for viewer in (None, *(s for s in range(3) if s != event.seat)):
                        assert set(event.as_seen_by(viewer).tiles) == {UNKNOWN}
        for s, melds in enumerate(r.melds):
            assert r.view((s + 1) % 3).melds[s] == melds  # all is shown at the end
    assert hidden > 20


def answered(r: Any, answers: dict[int, Any], order: list[int]) -> list[Any]:
    """The views once the open window has been answered in that order, as far as it asks."""
    other = r.copy()
    for seat in order:
        if other.window is None or other.window.ladder is not r.window.ladder:
            break
        other.act(seat, answers[seat])
    return [other.view(s).to_json() for s in (0, 1, 2)]


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_answers_does_not_matter(game):
    rng = random.Random(6)
    windows = 0
    for number in range(150):
        r: Any = Round.deal(game, {}, number.to_bytes(2, "big"), 0)
        while r.result is None:
            if r.window is not None and len(r.prompts) > 1:
                answers = {s: rng.choice(a) for s, a in r.prompts.items()}
                ends = [answered(r, answers, order) for order in (sorted(answers), sorted(answers)[::-1])]
                assert ends[0] == ends[1]
                windows += 1
            random_step(r, rng)
    assert windows > 50


@pytest.mark.parametrize("game", GAMES)
def test_no_claim_is_overlooked(game, monkeypatch):
    """The ladder works with quick masks; here every seat is asked outright, in every offer of many rounds."""
    quick = zipai_claims.ladder
    offers = wins = eats = 0

    def checked(card, source, drawn, stands, may_win, rules, must_win=False):
        nonlocal offers, wins, eats
        rungs = quick(card, source, drawn, stands, may_win, rules, must_win)
        order = zipai_claims.claim_order(source, drawn)
        able = [s for s in order if may_win(s)]
        assert [r.seat for r in rungs if r.form == zipai_claims.HU] == (able[:1] if must_win else able)
        if not (able and must_win):
            fourth = [s for s in order if zipai_claims.takes_fourth(stands[s], card, drawn)][:1]
            assert [r.seat for r in rungs if r.form == PAO] == fourth
            if not fourth:
                for seat in zipai_claims.eating_turns(source, drawn):
                    stand = stands[seat]
                    barred = stand.no_chi >> card & 1 or stand.dead
                    due = zipai_claims.due_after_taking(stand)
                    ways = [] if barred else eat_options(loose_part(stand.hand), card, keep_one=due)
                    assert [r.options for r in rungs if (r.form, r.seat) == (CHI, seat)] == (
                        [tuple(ways)] if ways else []
                    )
                    eats += bool(ways)
        offers += 1
        wins += bool(able)
        return rungs

    monkeypatch.setattr(revealed, "ladder", checked)
    rng = random.Random(8)
    for number in range(250):
        r = Round.deal(game, {}, number.to_bytes(2, "big"), number % 3)
        while r.result is None:
            random_step(r, rng)
    assert offers > 5000
    assert eats > 500
    assert wins > 10


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_seats_stand_at_every_offer_as_if_looked_at_anew(game, options, monkeypatch):
    """Stands are renewed late, and not at all for a bar that changes nothing."""
    offer = revealed.RevealedRound._offer
    derived = ("hand", "table", "no_peng", "stale", "dead", "loose", "eatable", "alike", "wanted")
    offers = 0

    def checked(self, card, source, drawn):
        nonlocal offers
        if self.renew:
            self._renew()
        bars = zip(self.hands, self.tables, self.no_chi, self.no_peng, self.stale, self.dead, strict=True)
        for kept, now in zip(self.stands, bars, strict=True):
            anew = zipai_claims.stand_of(*now)
            assert [getattr(kept, name) for name in derived] == [getattr(anew, name) for name in derived]
        offers += 1
        offer(self, card, source, drawn)

    monkeypatch.setattr(revealed.RevealedRound, "_offer", checked)
    rng = random.Random(9)
    for number in range(60):
        r = Round.deal(game, options, number.to_bytes(2, "big"), number % 3)
        while r.result is None:
            random_step(r, rng)
    assert offers > 1000
