"""The lobby: game, options, seats, and who may press what."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from bot.tables import AI_LEVELS, CLOCKS, Table
from bot.words import Words, esc
from engine import games

from . import presses
from .content import Button, Content, Keyboard, rows_of

PAGE = 7
"""Options on one page of the options menu."""


def lobby(table: Table, words: Words, page: str = "") -> Content:
    """The lobby panel. ``page``: empty, ``games``, ``options.<n>`` or ``option.<name>``."""
    game = table.spec
    lines = [
        f"🀄 <b>{esc(words.term(game.id, 'game.name'))}</b>",
        f"<i>{esc(words.term(game.id, 'game.about'))}</i>",
        "",
    ]
    for i, seat in enumerate(table.seats):
        if seat is None:
            lines.append(f"{i + 1}. ▫️ <i>{words('free')}</i>")
        elif seat.user_id is None:
            lines.append(f"{i + 1}. 🤖 AI")
        else:
            crown = " 👑" if seat.user_id == table.row.host_id else ""
            lines.append(f"{i + 1}. 👤 {esc(seat.name)}{crown}")
    if not table.people():
        lines += ["", "👇 " + words("Tap “Join” to sit down, the host too.")]
    lines += ["", *settings_lines(table, words)]
    kind, _, rest = page.partition(".")
    if kind == "games":
        return Content("\n".join(lines), _games(table, words))
    if kind == "options":
        return Content("\n".join(lines), _options(table, words, int(rest or 0)))
    if kind == "option":
        return Content("\n".join(lines), _option(table, words, rest))
    return Content("\n".join(lines), _main(table, words))


def settings_lines(table: Table, words: Words) -> list[str]:
    """Clock, AI level, preset, and the rules that differ from the default."""
    game = table.spec
    clock = words("{seconds} s a decision", seconds=table.clock) if table.clock else words("no clock")
    lines = [f"⏱ {clock} · 🤖 {words(table.level)}"]
    preset = table.setup.get("preset")
    changed = table.options.changed()
    if preset and table.spec.options.of(game.presets.get(preset, {})) == table.options:
        lines.append("📜 " + esc(words.term(game.id, f"preset.{preset}")))
    elif changed:
        told = [
            f"{words.term(game.id, f'option.{n}')} {value_text(game.id, n, v, words)}" for n, v in changed.items()
        ]
        lines.append("📜 " + esc("; ".join(told)))
    else:
        lines.append("📜 " + words("standard rules"))
    return lines


def value_text(game: str, name: str, value: Any, words: Words) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return words("yes") if value else words("no")
    if value is None:
        return words("none")
    if isinstance(value, (list, tuple)):
        return ", ".join(value_text(game, name, v, words) for v in value) or words("none")
    return words.term(game, f"option.{name}.{value}") if isinstance(value, str) else str(value)


def _button(table: Table, text: str, *verb: object, style: str = "") -> Button:
    return Button(text, presses.write("t", table.id, *verb), style=style)


def _main(table: Table, words: Words) -> Keyboard:
    if table.is_private:
        rows: Keyboard = ()
    else:
        ai = words("Fill with AI") if any(s is None for s in table.seats) else words("Remove AI")
        rows = (
            (
                _button(table, "🪑 " + words("Join"), "join", style="primary"),
                _button(table, "🚪 " + words("Leave"), "leave"),
                _button(table, "🤖 " + ai, "fill"),
            ),
        )
    return (
        *rows,
        (
            _button(table, "🀄 " + words("Game"), "page", "games"),
            _button(table, "⚙️ " + words("Options"), "page", "options", 0),
        ),
        (_button(table, "▶️ " + words("Start"), "start", style="success"),),
    )


def _games(table: Table, words: Words) -> Keyboard:
    buttons = [
        _button(table, ("✅ " if g == table.row.game else "") + words.term(g, "game.name"), "game", g)
        for g in games.ids()
    ]
    return (*rows_of(buttons, 2), (_button(table, "↩︎ " + words("Back"), "page"),))


def _options(table: Table, words: Words, page: int) -> Keyboard:
    game = table.spec
    rows: list[tuple[Button, ...]] = []
    names = [f.name for f in fields(table.options)]
    pages = -(-len(names) // PAGE)
    page = max(0, min(page, pages - 1))
    if page == 0:
        clock = f"{table.clock} s" if table.clock else words("no clock")
        rows.append(
            (
                _button(
                    table,
                    f"⏱ {clock}",
                    "set",
                    "clock",
                    CLOCKS[(CLOCKS.index(table.clock) + 1) % len(CLOCKS)] if table.clock in CLOCKS else CLOCKS[0],
                ),
                _button(
                    table,
                    f"🤖 {words(table.level)}",
                    "set",
                    "level",
                    AI_LEVELS[(AI_LEVELS.index(table.level) + 1) % len(AI_LEVELS)],
                ),
                _button(
                    table,
                    "🖼 " + (words("pictures") if table.setup.get("pictures", True) else words("text")),
                    "set",
                    "pictures",
                    int(not table.setup.get("pictures", True)),
                ),
            )
        )
        presets = [
            _button(
                table,
                ("✅ " if table.setup.get("preset") == p else "") + words.term(game.id, f"preset.{p}"),
                "preset",
                p,
            )
            for p in game.presets
        ]
        rows += rows_of(presets, 3)
    for name in names[page * PAGE : (page + 1) * PAGE]:
        value = getattr(table.options, name)
        text = f"{words.term(game.id, f'option.{name}')}: {value_text(game.id, name, value, words)}"
        rows.append((_button(table, text, "page", "option", name),))
    turn = [_button(table, "↩︎ " + words("Back"), "page")]
    if pages > 1:
        turn.append(_button(table, f"{page + 1}/{pages} ›", "page", "options", (page + 1) % pages))
    return (*rows, tuple(turn))


def _option(table: Table, words: Words, name: str) -> Keyboard:
    field = next((f for f in fields(table.options) if f.name == name), None)
    if field is None:
        return _main(table, words)
    value = getattr(table.options, name)
    many = field.metadata["many"]
    buttons = []
    for i, choice in enumerate(field.metadata["choices"]):
        chosen = choice in value if many else choice == value and type(choice) is type(value)
        text = ("✅ " if chosen else "") + value_text(table.row.game, name, choice, words)
        buttons.append(_button(table, text, "opt", name, i))
    names = [f.name for f in fields(table.options)]
    return (
        *rows_of(buttons, 3),
        (_button(table, "↩︎ " + words("Back"), "page", "options", names.index(name) // PAGE),),
    )
