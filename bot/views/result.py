"""The end of a round: who won with what, the calculation, payments by reason, running scores."""

from __future__ import annotations

from collections import defaultdict

from bot.pictures import ResultScene
from bot.tables import Table
from bot.words import Words, esc
from engine import Result, Sheet
from engine.tiles import unpack

from . import calculation, presses
from . import tiles as t
from .content import CAPTION, Button, Content, Keyboard, plain_length
from .table import fact_lines

LIMIT = 3800
"""Characters after which the calculation is left out, then the hands of those who scored nothing, to stay under
Telegram's 4096."""


def result(table: Table, words: Words, picture: ResultScene | None = None) -> Content:
    """The result panel of the round just played, with Next round. With a ``picture``, which shows hands, patterns and
    scores, the text is the caption: who won, the calculation, the payments. A caption that Telegram would not take is
    no caption: then the text says everything and there is no picture."""
    assert table.round is not None
    assert table.round.result is not None
    ended = table.round.result
    keyboard = _keyboard(table, words)
    if picture is not None:
        caption = _caption(table, ended, words)
        if plain_length(caption) <= CAPTION:
            return Content(caption, keyboard, picture)
    full = _text(table, ended, words, counted=True)
    if len(full) > LIMIT:
        full = _text(table, ended, words, counted=False)
    return Content(full if len(full) <= LIMIT else _text(table, ended, words, counted=False, others=False), keyboard)


def _caption(table: Table, ended: Result, words: Words) -> str:
    """Winners first, as in the picture; a quotation keeps its own distance, so no empty lines: they would push the
    picture off the screen."""
    lines = [_heading(table, ended, words), ""]
    for sheet in sorted(ended.sheets, key=lambda sheet: not sheet.how):
        lines += [sheet_head(table, sheet, words), *quoted(table, ended, sheet, words)]
    paid = shared_payments(table, ended, words)
    lines += [f"💰 <b>{words('Payments')}</b>", *paid] if paid else []
    return "\n".join(lines).strip()


def _text(table: Table, ended: Result, words: Words, counted: bool, others: bool = True) -> str:
    lines = [_heading(table, ended, words)]
    for sheet in ended.sheets:
        lines += ["", *sheet_lines(table, ended, sheet, words, counted)]
    opened = _opened(table, ended, words) if others else []
    lines += ["", *opened] if opened else []
    lines += [*_paid(table, ended, words), "", f"📊 <b>{words('Scores')}</b>"]
    for seat, gain in enumerate(ended.net):
        dealer = "🎯 " if seat == ended.next_dealer else ""
        lines.append(f"{dealer}{esc(table.name_of(seat))}: {signed(gain)} → <b>{signed(table.scores[seat])}</b>")
    return "\n".join(lines)


def _opened(table: Table, ended: Result, words: Words) -> list[str]:
    """The hands and melds of those who have no sheet, with what the game tells of the seat (its void suit …)."""
    game = table.spec
    assert table.round is not None
    view = table.round.view(None)
    facts = game.facts(view)
    scored = {sheet.seat for sheet in ended.sheets}
    lines = []
    for seat in (s for s in range(view.seats) if s not in scored):
        melds = " ".join(t.meld(game, words, m) for m in view.melds[seat])
        shown = " ".join(x for x in (t.compact(game, words, unpack(view.shown[seat])), melds) if x)
        if shown:
            named = [f for f in (facts.seats[seat] if facts.seats else ()) if not isinstance(f.value, int)]
            told = [shown, *fact_lines(game, named, words)]
            lines.append(f"<b>{esc(table.name_of(seat))}</b>: " + " · ".join(told))
    return lines


def _heading(table: Table, ended: Result, words: Words) -> str:
    title = words("won") if ended.winners else words.term(table.spec.id, "drawn")
    return (
        f"🏁 <b>{esc(words.term(table.spec.id, 'game.name'))}</b> · "
        f"{words('round {number}', number=table.row.round_number)} · {title}"
    )


def _paid(table: Table, ended: Result, words: Words) -> list[str]:
    paid = payments(table, ended, words)
    return ["", f"💰 <b>{words('Payments')}</b>", *paid] if paid else []


def signed(points: int) -> str:
    """Points with their sign, nothing as 0."""
    return f"{points:+d}" if points else "0"


def sheet_lines(table: Table, ended: Result, sheet: Sheet, words: Words, counted: bool = True) -> list[str]:
    """One seat's hand, patterns and calculation."""
    game = table.spec
    assert table.round is not None
    melds = " ".join(t.meld(game, words, m) for m in table.round.melds[sheet.seat])
    shown = t.compact(game, words, unpack(sheet.hand))
    lines = [sheet_head(table, sheet, words), "   " + " ".join(x for x in (shown, melds) if x)]
    calculated = quoted(table, ended, sheet, words, "   ") if counted else []
    if sheet.patterns and not (calculated and _has_patterns(table, ended, sheet, words)):
        lines.append("   " + esc(patterns(table, sheet, words)))
    return lines + calculated


def _has_patterns(table: Table, ended: Result, sheet: Sheet, words: Words) -> bool:
    """Whether the calculation says every pattern with its value, so that they need no line of their own."""
    told = "\n".join(calculation.lines(table.spec, words, sheet, ended))
    multiply = calculation.factors(sheet)
    named = [(words.term(table.spec.id, name), value, name in multiply) for name, value in sheet.patterns]
    return all((name if factor else f"{name} {value}") in told for name, value, factor in named)


def sheet_head(table: Table, sheet: Sheet, words: Words) -> str:
    """Whose sheet it is, how they won, with what, from whom."""
    game = table.spec
    head = f"<b>{esc(table.name_of(sheet.seat))}</b>"
    how = words.term(game.id, f"won.{sheet.how}") if sheet.how else ""
    if how:
        head = f"🏆 {head} · {esc(how)}"
        if sheet.tile >= 0:
            head += f" {t.glyph(game, words, sheet.tile)}"
        if sheet.source >= 0:
            head += f" ← {esc(table.name_of(sheet.source))}"
    label = words.term(game.id, sheet.label) if sheet.label else ""
    if label and label.lower() != how.lower():
        head += f" · <b>{esc(label)}</b>"
    return head


def patterns(table: Table, sheet: Sheet, words: Words) -> str:
    """Patterns with what each is worth: what is added first, then the factors."""
    game = table.spec
    said = [(words.term(game.id, name), value, name in calculation.factors(sheet)) for name, value in sheet.patterns]
    added = " + ".join(f"{name} {value}" for name, value, factor in said if not factor)
    factors = " · ".join(f"{name} ×{value}" for name, value, factor in said if factor)
    return " · ".join(x for x in (added, factors) if x)


def quoted(table: Table, ended: Result, sheet: Sheet, words: Words, indent: str = "") -> list[str]:
    """The calculation of a sheet in a quotation that opens when it is tapped; nothing where nothing is counted."""
    if not sheet.steps:
        return []
    told = "\n".join(esc(line) for line in calculation.lines(table.spec, words, sheet, ended))
    return [f"{indent}<blockquote expandable>{told}</blockquote>"]


def payments(table: Table, ended: Result, words: Words) -> list[str]:
    """Who pays whom how much for what: transfers between the same two for the same reason are one line."""
    return [
        f"{esc(table.name_of(payer))} → {esc(table.name_of(payee))}: <b>{amount}</b> "
        f"{esc(words.term(table.row.game, f'reason.{reason}'))}"
        for (payer, payee, reason), amount in _sums(ended).items()
    ]


def _sums(ended: Result) -> dict[tuple[int, int, str], int]:
    """(payer, payee, reason) -> amount."""
    sums: dict[tuple[int, int, str], int] = defaultdict(int)
    for payer, payee, amount, reason in ended.transfers:
        sums[payer, payee, reason] += amount
    return sums


def shared_payments(table: Table, ended: Result, words: Words) -> list[str]:
    """The same in fewer lines: who pays the same to the same seat for the same reason stands together."""
    payers: dict[tuple[int, int, str], list[int]] = defaultdict(list)
    for (payer, payee, reason), amount in _sums(ended).items():
        payers[payee, amount, reason].append(payer)
    lines = []
    for (payee, amount, reason), some in payers.items():
        names = ", ".join(esc(table.name_of(payer)) for payer in some)
        money = f"<b>{amount}</b>" if len(some) == 1 else words("{amount} each", amount=f"<b>{amount}</b>")
        why = esc(words.term(table.row.game, f"reason.{reason}"))
        lines.append(f"{names} → {esc(table.name_of(payee))}: {money} {why}")
    return lines


def _keyboard(table: Table, words: Words) -> Keyboard:
    def button(text: str, verb: str, style: str = "") -> Button:
        return Button(text, presses.write("t", table.id, verb, f"r{table.row.round_number}"), style=style)

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
