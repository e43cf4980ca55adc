"""Rounds played by AI alone, and the records of them (format: docs/records.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine import Event, Result, Round, games
from engine.shuffle import Stream
from engine.tiles import TileSet, unpack

from .players import choose, line_up


def round_seed(seed: int, number: int) -> bytes:
    """The seed of round ``number`` of a session: both as eight bytes, big-endian."""
    return seed.to_bytes(8, "big") + number.to_bytes(8, "big")


def play(round_: Round, players: Sequence[str], rng: Stream, on_events: Any = None) -> Result:
    """Play ``round_`` to its end; ``players``: a level for each seat. ``on_events(seat, action, events)`` is told
    each step."""
    while round_.result is None:
        seat = min(round_.prompts)
        if players[seat] == "random":
            legal = round_.prompts[seat]
            action = legal[rng.below(len(legal))]
        else:
            action = choose(players[seat], round_.view(seat), rng.below(65536))
        events = round_.act(seat, action)
        if on_events is not None:
            on_events(seat, action, events)
    return round_.result


def selfplay(
    game: str, rounds: int, seed: int, players: Sequence[str], options: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yields one record a round, as plain JSON values. The dealer and what is carried over follow from round to
    round."""
    spec = games.get(game)
    levels = line_up(players, spec.seats)
    dealer = spec.first_dealer
    if dealer is None:
        dealer = Stream(round_seed(seed, 0), "first dealer").below(spec.seats)
    carry: Mapping[str, Any] = {}
    for number in range(rounds):
        round_ = Round.deal(game, options, round_seed(seed, number), dealer, carry=carry)
        steps: list[dict[str, Any]] = []

        def note(seat: int, action: Any, events: Sequence[Event], steps: Any = steps) -> None:
            steps.append(
                {
                    "seat": seat,
                    "action": action.write(spec.tiles),
                    "events": [write_event(e, spec.tiles) for e in events],
                }
            )

        result = play(round_, levels, Stream(round_seed(seed, number), "players"), note)
        yield {
            "game": game,
            "version": spec.version,
            "round": number,
            "options": asdict(round_.options),
            "changed_options": round_.options.changed(),
            "seed": round_.seed.hex(),
            "seats": spec.seats,
            "players": list(levels),
            "dealer": dealer,
            "carry": dict(carry),
            "hands": [spec.tiles.write(unpack(h)) for h in round_.dealt],
            "wall": spec.tiles.write(round_.wall[sum(map(_size, round_.dealt)) :]),
            "opening": [write_event(e, spec.tiles) for e in round_.opening_events],
            "steps": steps,
            "result": write_result(result, spec.tiles),
        }
        dealer, carry = result.next_dealer, result.carry


def _size(hand: int) -> int:
    return len(unpack(hand))


def write_event(event: Event, tiles: TileSet) -> dict[str, Any]:
    """An event in full, nothing hidden; ``seen`` lists the seats that see its tiles, null for everybody."""
    plain: dict[str, Any] = {"event": event.kind, "seat": event.seat, "tiles": tiles.write(event.tiles)}
    plain["seen"] = None if event.seen < 0 else [s for s in range(4) if event.seen >> s & 1]
    if event.source >= 0:
        plain["source"] = event.source
    if event.data:
        plain["data"] = event.data
    return plain


def write_result(result: Result, tiles: TileSet) -> dict[str, Any]:
    """A result as plain JSON values, tiles by name."""
    return {
        "kind": result.kind,
        "winners": list(result.winners),
        "sheets": [
            {
                "seat": s.seat,
                "how": s.how,
                "tile": tiles.name(s.tile) if s.tile >= 0 else None,
                "source": s.source,
                "label": s.label,
                "patterns": [list(p) for p in s.patterns],
                "steps": [
                    {"key": x.key, "value": x.value, "tiles": tiles.write(x.tiles), "note": x.note} for x in s.steps
                ],
                "points": s.points,
                "hand": tiles.write(unpack(s.hand)),
            }
            for s in result.sheets
        ],
        "transfers": [t._asdict() for t in result.transfers],
        "net": list(result.net),
        "next_dealer": result.next_dealer,
        "carry": dict(result.carry),
        "facts": dict(result.facts),
    }
