"""How a calculation reads: the engine's steps as sums, factors and outcomes, and at its end what is received.

A game says how a step reads by the term ``step.<key>`` of its catalogue: ``{value}``, ``{note}`` and ``{tiles}`` are
filled in, and the sign before it says how it is joined to what stands before. A step without such a term reads as
``word note tiles value``.

| sign | the step |
|---|---|
| ``+`` ``×`` ``=`` ``→`` | is added, is a factor, is what it comes to, is what that is worth |
| ``&`` | is added to others like it that stand before, else begins anew |
| none | begins anew |
| ``–`` alone | is left out: its neighbours say it |
"""

from __future__ import annotations

from typing import NamedTuple

from bot.words import Words
from engine import Result, Sheet
from engine.games import Game
from engine.results import Step

from . import tiles as t

SIGNS = "+×=→&–"
NOTES = {"x": "×", "+": "+", "=": "="}
"""What the engine notes at a step -> the sign."""


class Piece(NamedTuple):
    """A step as it is said. ``step``: where it comes from; ``sign``: see the table above, empty for none."""

    sign: str
    text: str
    step: Step


def pieces(game: Game, words: Words, sheet: Sheet) -> list[Piece]:
    """The steps of a sheet in words, without those that are left out and without a last one that only says again what
    :func:`outcome` says."""
    said = [_piece(game, words, step) for step in sheet.steps]
    if said and said[-1].sign == "=" and said[-1].step.value == sheet.points:
        said.pop()
    return [piece for piece in said if piece.sign != "–"]


def factors(sheet: Sheet) -> frozenset[str]:
    """The steps that multiply."""
    return frozenset(step.key for step in sheet.steps if step.note == "x")


def outcome(game: Game, words: Words, sheet: Sheet, ended: Result) -> str:
    """What the points are, in words: what a winner receives from everybody together, or how a hand counts."""
    if sheet.seat in ended.facts.get("forfeited", ()):
        return words.term(game.id, "sheet.forfeited").format(points=sheet.points)
    payers = _payers(sheet, ended)
    if payers > 1:
        return words.term(game.id, "sheet.collected").format(points=sheet.points, payers=payers)
    return words.term(game.id, "sheet.points").format(points=sheet.points)


def _payers(sheet: Sheet, ended: Result) -> int:
    """How many paid the points, 0 when no payments for one reason come to that."""
    paid: dict[str, dict[int, int]] = {}
    for payer, payee, amount, reason in ended.transfers:
        if payee == sheet.seat:
            of = paid.setdefault(reason, {})
            of[payer] = of.get(payer, 0) + amount
    found = [len(of) for of in paid.values() if sheet.how and sum(of.values()) == sheet.points]
    return found[-1] if found else 0


def worth(game: Game, words: Words, sheet: Sheet) -> list[str]:
    """The steps after the sets and before what they come to, each by itself, factors with their sign."""
    said = pieces(game, words, sheet)
    sets = [i for i, piece in enumerate(said) if len(piece.step.tiles) > 1]
    rest = said[sets[-1] + 1 :] if sets else said
    ends = [i for i, piece in enumerate(rest) if piece.sign == "="]
    rest = rest[: ends[-1]] if len(ends) > 1 else rest
    return [f"× {piece.text}" if piece.sign == "×" else piece.text for piece in rest]


def lines(game: Game, words: Words, sheet: Sheet, ended: Result) -> list[str]:
    """The calculation, not escaped: first what the hand was taken apart into where that counts nothing by itself, then
    the sum and its outcome."""
    said = pieces(game, words, sheet)
    first = next((i for i, piece in enumerate(said) if piece.step.value is not None), len(said))
    apart = " · ".join(piece.text for piece in said[:first])
    counted = f"{_joined(said[first:])} → {outcome(game, words, sheet, ended)}".removeprefix(" → ")
    return [line for line in (apart, counted) if line]


def _joined(said: list[Piece]) -> str:
    """Pieces with their signs. A factor after a sum is one of the whole sum, which then stands in brackets."""
    done = ""
    chain = ""
    """What stands since the last outcome: the part that a factor would multiply."""
    is_sum = False
    before = ""
    for piece in said:
        sign = piece.sign
        if sign == "&":
            sign = "+" if before in ("&", "×&") else ""
        if not chain and not done:
            chain = piece.text
        elif sign in ("=", "→"):
            done, chain, is_sum = f"{done}{chain} {sign} ", piece.text, False
        elif sign == "×":
            chain = f"({chain}) × {piece.text}" if is_sum else f"{chain} × {piece.text}"
            is_sum = False
        elif sign == "+":
            chain = f"{chain} + {piece.text}"
            # what is like its neighbours is a sum of products; what is added by its own sign is multiplied together
            is_sum = is_sum or piece.sign == "+"
        else:
            done, chain, is_sum = f"{done}{chain} · ", piece.text, False
        before = "×&" if piece.sign == "×" and before in ("&", "×&") else piece.sign
    return done + chain


def _piece(game: Game, words: Words, step: Step) -> Piece:
    code = f"step.{step.key}"
    said = words.term(game.id, code)
    note = words.term(game.id, step.note) if step.note and step.note not in NOTES else ""
    if said != code:
        said = said.format(value=step.value, note=note, tiles=_tiles(game, words, step))
        sign = said[0] if said[0] in SIGNS else ""
        return Piece(sign, said.removeprefix(sign).strip(), step)
    value = "" if step.value is None else str(step.value)
    text = " ".join(x for x in (words.term(game.id, step.key), note, _tiles(game, words, step), value) if x)
    sign = NOTES.get(step.note, "&" if step.tiles and value else "")
    return Piece(sign, text, step)


def _tiles(game: Game, words: Words, step: Step) -> str:
    """Tiles of a step, several in brackets so that no number stands beside them: ``[千×3]``, ``[一二三万]``."""
    tiles = step.tiles
    if len(tiles) < 2:
        return t.row(game, words, tiles)
    if len(set(tiles)) == 1:
        return f"[{t.glyph(game, words, tiles[0])}×{len(tiles)}]"
    in_order = list(tiles) == sorted(tiles)
    return f"[{t.compact(game, words, tiles) if in_order else t.row(game, words, tiles)}]"
