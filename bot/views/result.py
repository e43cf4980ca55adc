"""The end of a round: who won with what, the calculation, payments by reason, running scores."""

from __future__ import annotations

from collections import defaultdict

from bot.tables import Table
from bot.words import Words, esc
from engine import Result, Sheet

from . import presses
from . import tiles as t
from .content import Button, Content, Keyboard

LIMIT = 3800
"""Characters after which the calculation is left out, to stay under Telegram's 4096."""


def result(table: Table, words: Words) -> Content:
    """The result panel of the round just played, with Next round."""
    assert table.round is not None
    assert table.round.result is not None
    ended = table.round.result
    full = _text(table, ended, words, calculation=True)
    text = full if len(full) <= LIMIT else _text(table, ended, words, calculation=False)
    return Content(text, _keyboard(table, words))


def _text(table: Table, ended: Result, words: Words, calculation: bool) -> str:
    game = table.spec
    title = words("won") if ended.winners else words.term(game.id, "drawn")
    lines = [
        f"🏁 <b>{esc(words.term(game.id, 'game.name'))}</b> · "
        f"{words('round {number}', number=table.row.round_number)} · {title}"
    ]
    for sheet in ended.sheets:
        lines += ["", *sheet_lines(table, sheet, words, calculation)]
    paid = payments(table, ended, words)
    if paid:
        lines += ["", f"💰 <b>{words('Payments')}</b>", *paid]
    lines += ["", f"📊 <b>{words('Scores')}</b>"]
    for seat, gain in enumerate(ended.net):
        dealer = "🎯 " if seat == ended.next_dealer else ""
        lines.append(f"{dealer}{esc(table.name_of(seat))}: {signed(gain)} → <b>{signed(table.scores[seat])}</b>")
    return "\n".join(lines)


def signed(points: int) -> str:
    """Points with their sign, nothing as 0."""
    return f"{points:+d}" if points else "0"


def sheet_lines(table: Table, sheet: Sheet, words: Words, calculation: bool = True) -> list[str]:
    """One seat's patterns and calculation."""
    game = table.spec
    name = f"<b>{esc(table.name_of(sheet.seat))}</b>"
    head = name
    if sheet.how:
        head = f"🏆 {name} · {esc(words.term(game.id, f'won.{sheet.how}'))}"
        if sheet.tile >= 0:
            head += f" {t.glyph(game, words, sheet.tile)}"
        if sheet.source >= 0:
            head += f" ← {esc(table.name_of(sheet.source))}"
    if sheet.label:
        head += f" · <b>{esc(words.term(game.id, sheet.label))}</b>"
    lines = [head]
    assert table.round is not None
    melds = " ".join(t.meld(game, words, m) for m in table.round.melds[sheet.seat])
    shown = t.compact(game, words, _tiles(sheet))
    lines.append("   " + " ".join(x for x in (shown, melds) if x))
    if sheet.patterns:
        lines.append("   " + " + ".join(f"{esc(words.term(game.id, n))} {v}" for n, v in sheet.patterns))
    if calculation and sheet.steps:
        steps = []
        for step in sheet.steps:
            text = " ".join(words.term(game.id, x) for x in (step.key, step.note) if x and x not in "x+=")
            if step.tiles:
                alike = len(step.tiles) > 1 and len(set(step.tiles)) == 1
                one = t.glyph(game, words, step.tiles[0])
                text += f" {one}×{len(step.tiles)}" if alike else " " + t.row(game, words, step.tiles)
            if step.value is not None:
                text += f" {'×' if step.note == 'x' else ''}{step.value}"
            steps.append(esc(text))
        lines.append("   <blockquote expandable>" + " · ".join(steps) + f" = {sheet.points}</blockquote>")
    return lines


def _tiles(sheet: Sheet) -> list[int]:
    from engine.tiles import unpack

    return list(unpack(sheet.hand))


def payments(table: Table, ended: Result, words: Words) -> list[str]:
    """Who pays whom how much for what: transfers between the same two for the same reason are one line."""
    sums: dict[tuple[int, int, str], int] = defaultdict(int)
    for payer, payee, amount, reason in ended.transfers:
        sums[payer, payee, reason] += amount
    return [
        f"{esc(table.name_of(payer))} → {esc(table.name_of(payee))}: <b>{amount}</b> "
        f"{esc(words.term(table.row.game, f'reason.{reason}'))}"
        for (payer, payee, reason), amount in sums.items()
    ]


def _keyboard(table: Table, words: Words) -> Keyboard:
    def button(text: str, *verb: object, style: str = "") -> Button:
        return Button(text, presses.write("t", table.id, *verb), style=style)

    row = [button("▶️ " + words("Next round"), "start", style="success")]
    if table.is_private:
        return (tuple(row), (button("⏹ " + words("Close"), "close"),))
    return (
        tuple(row),
        (
            button("🪑 " + words("Join"), "join"),
            button("🚪 " + words("Leave"), "leave"),
            button("⏹ " + words("Close"), "close"),
        ),
    )
