"""Pictures of tables and hands in the middle of real rounds and of results, drawn and encoded; the sprites have been
made before."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from benchmarks.lines import Line, apart, at_most, share
from benchmarks.positions import middle_of, novice_round
from bot.tables import Seat, Table
from bot.words import words
from engine import Round, games
from storage import TableRow

PASSES = 3


def tables_of(game: str) -> list[Table]:
    """Tables with people in every seat, in the middle of a round."""
    return [_table(game, round_, "playing") for round_ in middle_of(game, 8, 45)]


def ended_tables_of(game: str) -> list[Table]:
    """The same at the end of a round."""
    return [_table(game, novice_round(game, number), "between") for number in range(8)]


def _table(game: str, round_: Round, state: str) -> Table:
    row = TableRow(1, -100, 0, game, {}, {"clock": 60}, state, 101, round_number=3)
    table = Table(row, round_.options, [Seat(101 + s, f"Player {s + 1}") for s in range(round_.seats)])
    table.scores = [12, -4, -8, 0][: round_.seats]
    table.begin(round_)
    return table


def measure() -> dict[str, tuple[list[float], list[int]]]:
    """(seconds, bytes) of pictures of tables, hands and results, all games, once every sprite is there."""
    from bot import pictures
    from bot.views.scene import hand_scene, result_scene, table_scene

    said = words("zh_Hans")
    scenes: dict[str, tuple[Callable[[Any], bytes], list[Any]]]
    scenes = {"table": (pictures.table, []), "hand": (pictures.hand, []), "result": (pictures.result, [])}
    for game in games.ids():
        for table in tables_of(game):
            assert table.round is not None
            waits = table.spec.model.waits(table.round.view(0))
            scenes["table"][1].append(table_scene(table, said))
            scenes["hand"][1].append(hand_scene(table, 0, said, waits))
        scenes["result"][1].extend(result_scene(table, said) for table in ended_tables_of(game))
    found = {}
    for name, (draw, some) in scenes.items():
        sizes = [len(draw(scene)) for scene in some]
        times = []
        for _ in range(PASSES):
            for scene in some:
                began = perf_counter()
                draw(scene)
                times.append(perf_counter() - began)
        found[name] = (times, sizes)
    return found


def lines() -> Iterator[Line]:
    drawn = find_spec("bot.pictures") is not None
    found = apart(measure) if drawn else {}
    for name, bound in (("table", 15), ("hand", 6), ("result", 15)):
        what = f"picture of a {name}, encoded"
        if name not in found:
            yield Line(f"picture {name}", what, "ms", None, at_most(bound))
            continue
        times, sizes = found[name]
        note = f"p95 {share(times, 0.95) * 1e3:.1f} ms, {statistics.median(sizes) / 1024:.0f} KB"
        yield Line(f"picture {name}", what, "ms", statistics.median(times) * 1e3, at_most(bound), note=note)


GROUPS = {"picture": lines}
