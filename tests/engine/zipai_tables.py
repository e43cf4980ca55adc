"""Building character-card rounds for tests: from full deals, and in the middle of play."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine import PASS, Action, Round
from engine.melds import Meld
from engine.tiles import count, pack
from engine.zipai import TILES
from engine.zipai_claims import stand_of
from engine.zipai_hands import table_of


def cards(text: str) -> tuple[int, ...]:
    """Kinds from text: ``"x1 x1 D10"``; ``"3*x5"`` is three of x5."""
    found: list[int] = []
    for word in text.split():
        n, _, name = word.rpartition("*")
        found += [TILES.kind(name)] * int(n or 1)
    return tuple(found)


def names(kinds: Sequence[int]) -> str:
    return " ".join(TILES.write(kinds))


def act(text: str) -> Action:
    """``"discard x1"`` as an action."""
    return Action.read(text, TILES)


def dealt(
    game: str,
    hands: Sequence[str],
    stock: str,
    dealer: int = 0,
    fill: int = 0,
    options: Mapping[str, Any] | None = None,
    carry: Mapping[str, Any] | None = None,
) -> Round:
    """A round in which each seat holds at least the cards named and the stock begins as named (first the
    亮张).

    The rest is dealt from the seed ``fill``: as far as they suffice, cards of kinds that are named nowhere,
    and no seat is given a third card of a kind.
    """
    named = pack(cards(" ".join([*hands, stock])))
    left = [k for k in range(TILES.size) for _ in range(4 - count(named, k))]
    rng = random.Random(fill)
    for _ in range(5000):
        rng.shuffle(left)
        pool = sorted(left, key=lambda k: count(named, k) > 0)
        full = [list(cards(text)) for text in hands]
        missing = sum(20 - len(h) for h in full)
        pool, tail = pool[:missing], pool[missing:]
        rng.shuffle(pool)
        for hand in full:
            while len(hand) < 20:
                hand.append(pool.pop())
        given = [cards(text) for text in hands]
        if all(h.count(k) < 3 or h.count(k) == g.count(k) for h, g in zip(full, given, strict=True) for k in h):
            rng.shuffle(tail)
            return Round.deal(game, options, b"", dealer, carry=carry, hands=full, wall=(*cards(stock), *tail))
    raise AssertionError("no fitting deal found")


def midgame(
    game: str,
    seats: Sequence[tuple[str, Sequence[str]]],
    stock: str,
    turn: int = 0,
    options: Mapping[str, Any] | None = None,
    stale: Mapping[int, str] | None = None,
) -> tuple[Round, tuple[Any, ...]]:
    """A round in which each seat has (hand, ["peng x1 x1 x1", …]) and ``turn`` turns the first card of
    ``stock``.

    Fragments of a deal: cards need not add up. Returns the round and the events of that draw.
    """
    plain: Any = Round.deal(game, options, b"midgame", 0)
    while plain.phase == "opening":
        plain.act(*next((s, PASS) for s in plain.prompts))
    plain.prompts = {}
    plain.window = None
    plain.rivers = [(), (), ()]
    plain.discards_made = 5
    for seat, (hand, melds) in enumerate(seats):
        plain.hands[seat] = pack(cards(hand))
        laid = []
        for text in melds:
            kind, *tiles = text.split()
            form = plain.WORDS.form(kind)
            laid.append(Meld(kind, TILES.read(tiles), -1, -1, plain.face_down(form)))
        plain.melds[seat] = tuple(laid)
        plain.tables[seat] = table_of(plain.sets_of(laid))
        plain.no_chi[seat] = plain.no_peng[seat] = plain.stale[seat] = plain.discarded[seat] = 0
        plain.dead[seat] = False
        for kind in cards((stale or {}).get(seat, "")):
            plain.passed(seat, 1, kind)
    plain.stands = [stand_of(h, t) for h, t in zip(plain.hands, plain.tables, strict=True)]
    for seat in range(3):
        plain.changed(seat)
    plain.wall = bytes(cards(stock))
    plain.front, plain.back = 0, len(plain.wall)
    plain.first_draw = -1
    events = plain._collect(lambda: plain.draw(turn))
    return plain, events


def pass_all(round_: Round) -> list[Any]:
    """Everybody who may pass does, until somebody must do something else or the round is over."""
    events: list[Any] = []
    while round_.result is None:
        seat = next((s for s, acts in round_.prompts.items() if PASS in acts), None)
        if seat is None:
            break
        events += round_.act(seat, PASS)
    return events
