"""Self-play records read back: told step by step, or compared with a second playing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ai.selfplay import write_event, write_result
from engine import Action, Round, games


class RecordError(ValueError):
    """The file is not a file of records."""


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, one JSON object a line."""
    try:
        with path.open(encoding="utf-8") as source:
            for number, line in enumerate(source, 1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(line)
                except ValueError as error:
                    raise RecordError(f"line {number} is not JSON: {error}") from None
                if not isinstance(record, dict) or "game" not in record or record["game"] not in games.ids():
                    raise RecordError(f"line {number} is not a round record")
                yield record
    except OSError as error:
        raise RecordError(str(error.strerror)) from None


def _deal(record: dict[str, Any]) -> Round:
    options = record.get("changed_options", record.get("options", {}))
    return Round.deal(
        record["game"], options, bytes.fromhex(record["seed"]), record["dealer"], carry=record.get("carry")
    )


def _steps(record: dict[str, Any]) -> list[tuple[int, str]]:
    if "steps" in record:
        return [(s["seat"], s["action"]) for s in record["steps"]]
    return [(seat, text) for seat, text in record["actions"]]


def retell(record: dict[str, Any]) -> Iterator[str]:
    """What happened, a line an action, and the result."""
    tiles = games.get(record["game"]).tiles
    round_ = _deal(record)
    yield f"{record['game']} round {record.get('round', '?')}: dealer {round_.dealer}"
    for seat, text in _steps(record):
        events = round_.act(seat, Action.read(text, tiles))
        told = "; ".join(" ".join([e.kind, *(str(x) for x in (e.seat,)), *tiles.write(e.tiles)]) for e in events)
        yield f"  {seat} {text} -> {told or '…'}"
    if round_.result is not None:
        yield f"  {round_.result.kind}: {list(round_.result.net)}"


def differences(record: dict[str, Any]) -> list[str]:
    """How a second playing differs from the record: illegal actions, other events, another result."""
    spec = games.get(record["game"])
    try:
        round_ = _deal(record)
        dealt = [_plain(write_event(e, spec.tiles)) for e in round_.opening_events]
        if dealt != record["opening"]:
            return ["the deal differs"]
        for number, step in enumerate(record["steps"]):
            events = round_.act(step["seat"], Action.read(step["action"], spec.tiles))
            if [_plain(write_event(e, spec.tiles)) for e in events] != step["events"]:
                return [f"step {number}: events differ"]
    except (ValueError, KeyError, TypeError) as error:
        return [f"{type(error).__name__}: {error}"]
    if round_.result is None:
        return ["the record stops before the end"]
    if _plain(write_result(round_.result, spec.tiles)) != record["result"]:
        return ["the result differs"]
    return []


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
