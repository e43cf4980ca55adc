"""A player's hand: text, popup, and the buttons to act with."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import HandScene
from bot.tables import Table
from bot.words import Words, capital, esc
from engine import Action, View
from engine.games import Game
from engine.model import Outlook
from engine.tiles import unpack

from . import presses
from . import table as table_view
from . import tiles as t
from .content import Button, Content, Keyboard, caption, fitted

POPUP_LIMIT = 200
ROW = 7
"""Discard buttons in a row at most."""
CLAIMS = 4
"""Claims and declarations in a row at most."""


def content(
    table: Table,
    seat: int,
    words: Words,
    waits: dict[int, int],
    chosen: tuple[str, ...] = (),
    picture: HandScene | None = None,
) -> Content:
    """The hand of ``seat`` with its buttons. ``chosen``: the kind and tiles already chosen of a many-formed
    action; with a ``picture``, which shows tiles, facts and waits, the text is the caption: what is asked."""
    assert table.round is not None
    view = table.round.view(seat)
    top: list[str] = []
    if table.is_private and picture is None:
        top = ["", *table_view.seat_lines(table, table.round.view(None), words)]
    middle = [] if picture is not None else _told(table, view, words, waits)
    end = ["", status(table, seat, view, words)]

    def lines(logged: int) -> list[str]:
        return [_title(table, words), *top, *_log(table, words, logged), *middle, *end]

    text = caption(lines) if picture is not None else "\n".join(lines(table_view.LOG))
    held = table.seats[seat]
    if held is not None and held.away:
        back = Button("🙋 " + words("I'm back"), presses.write("t", table.id, "back"), style="success")
        return Content(text, ((back,),), picture)
    return Content(text, keyboard(table, seat, view, words, chosen), picture)


def _told(table: Table, view: View, words: Words, waits: dict[int, int]) -> list[str]:
    """What a picture shows, in words: tiles, facts, waits."""
    lines = ["", *hand_lines(table.spec, view, words)]
    lines += table_view.own_facts(table.spec, table.spec.facts(view), words)
    if waits:
        told_waits = " ".join(f"{t.glyph(table.spec, words, k)}×{n}" for k, n in waits.items())
        lines.append(words("🎯 Ready: {tiles}", tiles=told_waits))
    return lines


def _log(table: Table, words: Words, logged: int) -> list[str]:
    """On a table of one's own: the newest ``logged`` things that happened."""
    told = table_view.log_lines(table, words, logged) if table.is_private else []
    return ["", *(f"<i>{line}</i>" for line in told)] if told else []


def _title(table: Table, words: Words) -> str:
    return table_view.heading(table, words)


def hand_lines(game: Game, view: View, words: Words) -> list[str]:
    """Concealed tiles and own melds."""
    lines = [f"🎴 <b>{t.hand(game, words, view.hand, view.drawn)}</b>"]
    if view.seat is not None and view.melds[view.seat]:
        lines.append("   " + " ".join(t.meld(game, words, m) for m in view.melds[view.seat]))
    return lines


def status(table: Table, seat: int, view: View, words: Words) -> str:
    """What is asked of the player now."""
    held = table.seats[seat]
    if held is not None and held.away:
        return words("💤 AI is playing your seat.")
    if not view.actions:
        if view.out[seat]:
            return words("🏁 You have won; the others play on.")
        return table_view.turn_line(table, words)
    if view.last is not None and table.round is not None and table.round.window is not None:
        tile, source, _ = view.last
        who = words("you") if source == seat else table.name_of(source)
        return words(
            "❓ {name}: {tile} — your answer?", name=f"<b>{esc(who)}</b>", tile=t.glyph(table.spec, words, tile)
        ) + table_view.clock(table, words)
    return words("👉 <b>Your turn.</b>") + table_view.clock(table, words)


def popup(table: Table, seat: int, words: Words) -> str:
    """The hand in at most 200 characters, for servers without ephemeral messages."""
    assert table.round is not None
    view = table.round.view(seat)
    text = t.hand(table.spec, words, view.hand, view.drawn)
    melds = " ".join(t.meld(table.spec, words, m) for m in view.melds[seat])
    text = f"{text}\n{melds}".strip()
    return text if len(text) <= POPUP_LIMIT else text[: POPUP_LIMIT - 1] + "…"


def label(game: Game, action: Action, words: Words) -> str:
    """An action in words: ``碰 五万``."""
    word = capital(words.term(game.id, action.kind))
    return f"{word} {t.told(game, words, action.kind, action.tiles)}".strip()


def keyboard(table: Table, seat: int, view: View, words: Words, chosen: tuple[str, ...] = ()) -> Keyboard:
    """Claims and declarations in words first, then the discards, equal tiles once and the drawn one last."""
    game = table.spec
    asked = table.asked.get(seat, 0)
    if not view.actions:
        return ()
    if chosen:
        return _choice(table, asked, view.actions, words, chosen)
    special: list[Button] = []
    discards: list[tuple[int, Button]] = []
    many: set[str] = set()
    for index, action in enumerate(view.actions):
        data = presses.write("a", table.id, asked, index)
        if action.kind == "discard":
            discards.append((action.tiles[0], Button(_tile(game, words, view, action.tiles[0]), data)))
        elif _is_many(game, view.actions, action.kind):
            if action.kind not in many:
                many.add(action.kind)
                special += _first_step(table, asked, view.actions, words, action.kind)
        else:
            special.append(Button(label(game, action, words), data, style=_style(action.kind)))
    discards.sort(key=lambda d: (d[0] == view.drawn, d[0]))
    rows = fitted(special, CLAIMS) + fitted([b for _, b in discards], ROW)
    if table.is_private:
        hint = Button("💡 " + words("Hint"), presses.write("t", table.id, "hint"))
        rows += ((hint,),)
    return rows


def _tile(game: Game, words: Words, view: View, kind: int) -> str:
    text = t.glyph(game, words, kind)
    n = unpack(view.hand).count(kind)
    if kind == view.drawn:
        return f"▸{text}" if n == 1 else f"▸{text}×{n}"
    return text if n == 1 else f"{text}×{n}"


def _style(kind: str) -> str:
    return {"win": "success", "pass": "", "leave": "danger"}.get(kind, "primary")


def _is_many(game: Game, actions: Sequence[Action], kind: str) -> bool:
    return kind in game.chunks and sum(1 for a in actions if a.kind == kind) > 1


def _first_step(table: Table, asked: int, actions: Sequence[Action], words: Words, kind: str) -> list[Button]:
    """How a many-formed action begins: sets of cards are offered at once (the rest is the second tap), single tiles
    behind one button."""
    word = capital(words.term(table.spec.id, kind))
    if table.spec.chunks[kind] > 1:
        return [
            Button(f"{word} {b.text}", b.data, style="primary") for b in _steps(table, asked, actions, words, kind, ())
        ]
    return [Button(word + " …", presses.write("c", table.id, asked, kind), style="primary")]


def _steps(
    table: Table, asked: int, actions: Sequence[Action], words: Words, kind: str, prefix: tuple[int, ...]
) -> list[Button]:
    """The next tiles that are possible after those of ``prefix``; where sets are chosen, all the rest in one tap."""
    game = table.spec
    chunk = game.chunks[kind]
    seen: dict[tuple[int, ...], list[int]] = {}
    for index, action in enumerate(actions):
        if action.kind == kind and action.tiles[: len(prefix)] == prefix:
            rest = action.tiles[len(prefix) :]
            seen.setdefault(rest if prefix and chunk > 1 else rest[:chunk], []).append(index)
    buttons = []
    for tiles, indices in seen.items():
        rest = actions[indices[0]].tiles[len(prefix) :]
        if len(indices) == 1:
            buttons.append(Button(_sets(game, words, rest, chunk), presses.write("a", table.id, asked, indices[0])))
        else:
            data = presses.write("c", table.id, asked, kind, *prefix, *tiles)
            buttons.append(Button(t.row(game, words, tiles) + " …", data))
    return buttons


def _sets(game: Game, words: Words, tiles: tuple[int, ...], chunk: int) -> str:
    """Tiles in their sets: ``一 二 三 · 一 一 壹``."""
    if chunk == 1:
        return t.row(game, words, tiles)
    return " · ".join(t.row(game, words, tiles[i : i + chunk]) for i in range(0, len(tiles), chunk))


def _choice(table: Table, asked: int, actions: Sequence[Action], words: Words, chosen: tuple[str, ...]) -> Keyboard:
    """One step of choosing a many-formed action, and the way back."""
    kind, *picked = chosen
    buttons = _steps(table, asked, actions, words, kind, tuple(map(int, picked)))
    back = Button("↩︎ " + words("Back"), presses.write("c", table.id, asked))
    return (*fitted(buttons, ROW if table.spec.chunks[kind] == 1 else 2), (back,))


def hint(game: Game, action: Action, outlook: Outlook | None, words: Words) -> str:
    """One line: what to do, and why."""
    text = "💡 " + label(game, action, words)
    if outlook is None:
        return text
    if outlook.deficiency < 0:
        return text + " — " + words("it wins.")
    why = words("ready") if outlook.deficiency == 0 else words("{count} tiles from ready", count=outlook.deficiency)
    text += " — " + why + " · " + words("{count} live tiles", count=round(outlook.live))
    if outlook.danger > 0:
        text += " · " + words("danger {points}", points=f"{outlook.danger:.1f}")
    return text
