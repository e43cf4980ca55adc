"""The table panel: everything public, as text, and the constant row under it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bot.pictures import TableScene
from bot.tables import Table
from bot.words import Words, capital, esc
from engine import View
from engine.facts import Fact, Facts
from engine.games import Game

from . import log, presses
from . import tiles as t
from .content import Button, Content, Keyboard, caption

DEALER = "🎯"
TURN = "▶️"
LOG = 6
"""Lines of the log under a panel."""


def panel(table: Table, words: Words, picture: TableScene | None = None) -> Content:
    """The panel of a table that is playing. With a ``picture`` the text is the caption: turn, clock and log."""
    assert table.round is not None
    if picture is not None:
        return Content(caption(lambda n: _lines(table, words, [], n)), group_row(table, words), picture)
    view = table.round.view(None)
    lines = _lines(table, words, ["", *seat_lines(table, view, words)], LOG)
    return Content("\n".join(lines), group_row(table, words))


def _lines(table: Table, words: Words, middle: list[str], logged: int) -> list[str]:
    """The panel's lines, with the newest ``logged`` of the log."""
    lines = [heading(table, words), *middle]
    told = log_lines(table, words, logged)
    if told:
        lines += ["", *(f"<i>{line}</i>" for line in told)]
    lines += ["", turn_line(table, words) + clock(table, words)]
    if table.votes:
        lines.append(words("🗳 {votes} want to end this table (/endgame).", votes=len(table.votes)))
    return lines


def log_lines(table: Table, words: Words, logged: int) -> list[str]:
    """The newest ``logged`` of the log under a table, which shows its facts itself."""
    if table.round is None or not logged:
        return []
    facts = table.spec.facts(table.round.view(None)).table
    return log.lines(table.spec, table.events, table.name_of, words, logged, facts)


def heading(table: Table, words: Words) -> str:
    """Game, round number, tiles left."""
    text = f"<b>{esc(words.term(table.row.game, 'game.name'))}</b> · " + words(
        "round {number}", number=table.row.round_number
    )
    if table.round is not None:
        text += " · " + words("{count} tiles left", count=table.round.wall_left)
    return text


def turn_line(table: Table, words: Words) -> str:
    """Whose turn it is."""
    if table.setup.get("paused"):
        return words("⏸ Paused.")
    if table.is_turn():
        assert table.round is not None
        seat = next(iter(table.round.prompts))
        return words("⏳ {name} to play", name=f"<b>{esc(table.name_of(seat))}</b>")
    return words("⏳ Waiting for answers")


def clock(table: Table, words: Words) -> str:
    """`` · ⏱`` and the time until the clock runs out, empty when none runs. People's apps count it down (Bot API 9.5,
    date_time); one that cannot shows the seconds that there were."""
    if table.row.deadline is None or not table.clock or table.setup.get("paused"):
        return ""
    allowed = words("{seconds} s a decision", seconds=table.clock)
    return f' · ⏱ <tg-time unix="{math.ceil(table.row.deadline)}" format="r">{allowed}</tg-time>'


def seat_lines(table: Table, view: View, words: Words) -> list[str]:
    """One block a seat: name, hand size, score, melds, the game's own facts, discards."""
    game = table.spec
    facts = game.facts(view)
    lines: list[str] = []
    asked = next(iter(table.round.prompts)) if table.round is not None and table.is_turn() else -1
    for seat in range(view.seats):
        held = table.seats[seat]
        marks = (TURN if seat == asked else "") + (DEALER if seat == view.dealer else "")
        name = f"{marks} <b>{esc(table.name_of(seat))}</b>".strip()
        away = " 💤" if held is not None and held.away else ""
        lines.append(f"{name}{away} · {t.HIDDEN}×{view.hand_sizes[seat]} · {table.scores[seat] + view.net[seat]:+d}")
        if view.melds[seat]:
            lines.append("  " + " ".join(t.meld(game, words, m) for m in view.melds[seat]))
        own = fact_lines(game, facts.seats[seat] if facts.seats else (), words)
        if own:
            lines.append("  " + " · ".join(own))
        if view.rivers[seat]:
            lines.append("  " + _river(game, words, view, seat))
    shared = fact_lines(game, facts.table, words)
    return [*lines, *shared]


def _river(game: Game, words: Words, view: View, seat: int) -> str:
    shown = [t.glyph(game, words, x) for x in view.rivers[seat]]
    if view.last is not None and view.last[1] == seat and view.rivers[seat] and view.rivers[seat][-1] == view.last[0]:
        shown[-1] = f"<u><b>{shown[-1]}</b></u>"
    return " ".join(shown)


def fact_lines(game: Game, facts: Sequence[Fact], words: Words) -> list[str]:
    """Facts as ``word: value tiles``."""
    lines = []
    for fact in facts:
        parts = [words.term(game.id, fact.code)]
        if fact.value is not None:
            parts.append(words.term(game.id, fact.value) if isinstance(fact.value, str) else str(fact.value))
        if fact.tiles:
            parts.append(t.row(game, words, fact.tiles))
        lines.append(esc(" ".join(parts)))
    return lines


def own_facts(game: Game, facts: Facts, words: Words) -> list[str]:
    """Facts for the viewer's eyes."""
    return fact_lines(game, facts.own, words)


def group_row(table: Table, words: Words) -> Keyboard:
    """The constant row: the same buttons whoever may claim what, so it tells nothing."""
    mark = table.mark()
    game = table.spec

    def button(kind: str, text: str, style: str = "") -> Button:
        return Button(text, presses.write("g", table.id, mark, kind), style=style)

    claims = [button(k, capital(words.term(game.id, k))) for k in game.claims]
    return (
        (button("hand", "🎴 " + words("My hand"), "primary"), button("win", words.term(game.id, "win"), "success")),
        (*claims, button("pass", capital(words.term(game.id, "pass")))),
    )
