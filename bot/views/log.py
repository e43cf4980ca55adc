"""What has happened, one short line a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.words import Words, esc
from engine import Event
from engine.facts import Fact
from engine.games import Game

from . import tiles as t

QUIET = {"deal", "hand", "pay", "end", "show"}
"""Events that the panel shows in another way; of draws only those that everybody sees are told."""


def lines(
    game: Game,
    events: Sequence[Event],
    name: Callable[[int], str],
    words: Words,
    limit: int = 6,
    facts: Sequence[Fact] = (),
) -> list[str]:
    """The newest ``limit`` lines for the public: what each seat did, neighbours of one seat on one line. What
    ``facts`` of the table, which stand above the log, say as well is left out."""
    known = {(fact.code, fact.tiles) for fact in facts if fact.tiles}
    told: list[tuple[int, list[str]]] = []
    for event in events:
        if event.kind in QUIET or (event.kind, event.tiles) in known:
            continue
        if event.kind == "draw" and not event.visible_to(None):
            continue
        seen = event.as_seen_by(None)
        text = words.term(game.id, event.kind)
        shown = [x for x in seen.tiles if x >= 0]
        if shown:
            text = f"{text} {t.told(game, words, event.kind, shown)}".strip()
        if event.source >= 0 and event.source != event.seat:
            text += f" ← {esc(name(event.source))}"
        if told and told[-1][0] == event.seat:
            told[-1][1].append(text)
        else:
            told.append((event.seat, [text]))
    return [(f"{esc(name(seat))}: " if seat >= 0 else "") + ", ".join(texts) for seat, texts in told[-limit:]]
