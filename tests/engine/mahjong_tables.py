"""Building and playing rounds of the mahjong-like games in tests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine import PASS, Action, Round, games
from engine.tiles import count, pack, unpack


def kinds(game: str, text: str) -> list[int]:
    """Kinds from text: names parted by blanks, ``"3*5m"`` is three of 5m."""
    tiles = games.get(game).tiles
    found: list[int] = []
    for word in text.split():
        n, _, name = word.rpartition("*")
        found += [tiles.kind(name)] * int(n or 1)
    return found


def dealt(
    game: str,
    hands: Sequence[str],
    front: str = "",
    back: str = "",
    dealer: int = 0,
    options: Mapping[str, Any] | None = None,
    avoid: str = "",
    fill: int = 0,
) -> Any:
    """A round in which each seat holds at least the tiles named and the wall begins with ``front`` and ends
    with ``back`` (the last tile of ``back`` is the first replacement).

    The rest is dealt from the seed ``fill``: never three of a kind to a hand, none of a kind that the hand
    was given by name, and none of the kinds ``avoid``.
    """
    spec = games.get(game)
    named = [kinds(game, h) for h in hands]
    first, last = kinds(game, front), kinds(game, back)
    used = pack([*first, *last, *(k for h in named for k in h)])
    pool = [k for k, n in enumerate(spec.tiles.copies) for _ in range(n - count(used, k))]
    rng = random.Random(fill)
    rng.shuffle(pool)
    barred = set(kinds(game, avoid))
    full: list[list[int]] = []
    for seat, given in enumerate(named):
        want = spec.round_class.HAND + (seat == dealer)
        hand = list(given)
        for k in list(pool):
            if len(hand) == want:
                break
            if k not in barred and k not in given and hand.count(k) < 2:
                hand.append(k)
                pool.remove(k)
        assert len(hand) == want, f"seat {seat} cannot be filled"
        full.append(hand)
    return Round.deal(game, options, b"test", dealer, hands=full, wall=[*first, *pool, *last])


def act(r: Any, seat: int, text: str) -> list[Any]:
    """Play ``text`` for ``seat``; everybody else who is asked on the way passes. Returns the events."""
    action = Action.read(text, r.spec.tiles)
    events: list[Any] = []
    while seat not in r.prompts:
        assert r.prompts, "the round is over"
        other = min(r.prompts)
        events += r.act(other, PASS)
    window = r.window
    events += r.act(seat, action)
    while window is not None and r.window is not None and r.window.ladder is window.ladder and r.prompts:
        events += r.act(min(r.prompts), PASS)
    return events


def legal(r: Any, seat: int) -> list[str]:
    """What the seat may do, as texts, discards left out."""
    return [a.write(r.spec.tiles) for a in r.prompts.get(seat, ()) if a.kind != "discard"]


def discards(r: Any, seat: int) -> list[str]:
    return [r.spec.tiles.name(a.tiles[0]) for a in r.prompts.get(seat, ()) if a.kind == "discard"]


def random_step(r: Any, rng: random.Random) -> tuple[Any, ...]:
    seat = rng.choice(sorted(r.prompts))
    events: tuple[Any, ...] = r.act(seat, rng.choice(r.prompts[seat]))
    return events


def swapped(r: Any, seat: int | None, rng: random.Random) -> Any:
    """A copy in which the tiles that ``seat`` has not seen have changed places: others' hands and the wall.

    Bonus tiles of the wall stay where they are, since a hand never keeps one.
    """
    new = r.copy()
    last = r.spec.tiles.size if r.game != "three_player" else 17
    others = [s for s in range(r.seats) if s != seat]
    places = [i for i in range(r.front, r.back) if r.wall[i] < last]
    hidden = [r.wall[i] for i in places] + [k for s in others for k in unpack(r.hands[s])]
    rng.shuffle(hidden)
    wall = bytearray(r.wall)
    for i in places:
        wall[i] = hidden.pop()
    new.wall = bytes(wall)
    for s in others:
        n = len(unpack(r.hands[s]))
        new.hands[s] = pack(hidden[:n])
        hidden = hidden[n:]
    return new
