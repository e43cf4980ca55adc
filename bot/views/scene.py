"""Scenes for :mod:`bot.pictures`: a table or hand as plain values, words translated, tiles as glyphs."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import Chip, EndScene, HandScene, Laid, ResultScene, SeatScene, TableScene
from bot.tables import Table
from bot.words import Words, capital
from engine import Result, Sheet, View
from engine.facts import Fact
from engine.games import Game
from engine.melds import Meld
from engine.tiles import unpack

from . import calculation
from . import tiles as t


def family(game: Game) -> str:
    """How the game's tiles look, told by the kinds it has: money cards have 饼, character cards 壹."""
    glyphs = game.tiles.glyphs
    if "一饼" in glyphs:
        return "changpai"
    return "zipai" if "壹" in glyphs else "mahjong"


def table_scene(table: Table, words: Words) -> TableScene:
    """What everybody may see; it is made from the public view alone."""
    assert table.round is not None
    view = table.round.view(None)
    game = table.spec
    facts = game.facts(view)
    asked = next(iter(table.round.prompts)) if table.is_turn() else -1
    seats = tuple(
        _seat(table, view, seat, facts.seats[seat] if facts.seats else (), seat == asked, words)
        for seat in range(view.seats)
    )
    title = words.term(game.id, "game.name") + " · " + words("round {number}", number=table.row.round_number)
    return TableScene(
        family(game), words.language, title, view.wall_left, table.clock, seats,
        chips(game, facts.table, words), words("D"),
    )  # fmt: skip


def _seat(table: Table, view: View, seat: int, facts: Sequence[Fact], turn: bool, words: Words) -> SeatScene:
    game = table.spec
    held = table.seats[seat]
    robot = held is not None and held.user_id is None
    river = view.rivers[seat]
    last = view.last is not None and view.last[1] == seat and bool(river) and river[-1] == view.last[0]
    return SeatScene(
        name=_name(table, seat),
        hand_size=view.hand_sizes[seat],
        score=table.scores[seat] + view.net[seat],
        melds=laid(game, view.melds[seat]),
        river=glyphs(game, river),
        chips=chips(game, facts, words),
        dealer=seat == view.dealer,
        turn=turn,
        last=last,
        robot=robot,
        away=held is not None and held.away and not robot,
        out=view.out[seat],
    )


def _name(table: Table, seat: int) -> str:
    """The seat's name as far as the font goes; AI is ``AI <number>``, the picture shows its sign."""
    from bot.pictures.fonts import readable

    held = table.seats[seat]
    if held is not None and held.user_id is None:
        return f"AI {seat + 1}"
    return readable(table.name_of(seat), f"#{seat + 1}")


def hand_scene(table: Table, seat: int, words: Words, waits: dict[int, int]) -> HandScene:
    """What the seat's owner may see; on a table of their own the table stands above it."""
    assert table.round is not None
    view = table.round.view(seat)
    game = table.spec
    facts = game.facts(view)
    tiles = list(unpack(view.hand))
    drawn = ""
    if view.drawn >= 0 and view.drawn in tiles:
        tiles.remove(view.drawn)
        drawn = game.tiles.glyphs[view.drawn]
    asked, label, source = "", "", -1
    if view.actions and view.last is not None and table.round.window is not None:
        tile, source, _ = view.last
        asked = game.tiles.glyphs[tile]
        label = words("you") if source == seat else _name(table, source)
    return HandScene(
        family=family(game),
        language=words.language,
        tiles=glyphs(game, tiles),
        drawn=drawn,
        dead=frozenset(glyphs(game, facts.dead)),
        melds=() if table.is_private else laid(game, view.melds[seat]),
        seat=seat,
        seats=view.seats,
        chips=chips(game, facts.own, words),
        waits=tuple((game.tiles.glyphs[kind], live) for kind, live in waits.items()),
        ready_label=words("Ready"),
        asked=asked,
        asked_label=label,
        asked_seat=source,
        table=table_scene(table, words) if table.is_private else None,
    )


def result_scene(table: Table, words: Words) -> ResultScene:
    """The round just played as it ended, all hands laid open."""
    assert table.round is not None
    assert table.round.result is not None
    ended = table.round.result
    game = table.spec
    view = table.round.view(None)
    facts = game.facts(view)
    sheets = {sheet.seat: sheet for sheet in ended.sheets}
    order = [*ended.winners, *(s for s in range(view.seats) if s not in ended.winners)]
    ends = tuple(
        _end(table, view, ended, seat, sheets.get(seat), facts.seats[seat] if facts.seats else (), words)
        for seat in order
    )
    title = words.term(game.id, "game.name") + " · " + words("round {number}", number=table.row.round_number)
    outcome = capital(words("won") if ended.winners else words.term(game.id, "drawn"))
    return ResultScene(
        family(game), words.language, title, outcome, ends, chips(game, facts.table, words),
        capital(words("next dealer")),
    )  # fmt: skip


def _end(
    table: Table, view: View, ended: Result, seat: int, sheet: Sheet | None, facts: Sequence[Fact], words: Words
) -> EndScene:
    game = table.spec
    held = table.player(seat)
    won = sheet if sheet is not None and sheet.how else None
    tiles = list(unpack(won.hand if won else view.shown[seat]))
    last = -1
    if won and won.tile in tiles:
        last = won.tile
        tiles.remove(last)
    return EndScene(
        seat=seat,
        name=_name(table, seat),
        gain=ended.net[seat],
        score=table.scores[seat],
        tiles=glyphs(game, tiles),
        melds=laid(game, view.melds[seat]),
        winner=won is not None,
        won=game.tiles.glyphs[last] if last >= 0 else "",
        how=capital(words.term(game.id, f"won.{won.how}")) if won else "",
        source=won.source if won else -1,
        source_name=_name(table, won.source) if won and won.source >= 0 else "",
        chips=_worth(table, won, words) if won else (),
        counted=calculation.outcome(game, words, sheet, ended) if sheet is not None else "",
        extra=tuple(Chip("", "", glyphs(game, f.tiles)) for f in facts if f.tiles and f.value is None),
        deals_next=seat == ended.next_dealer,
        robot=held is not None and held.user_id is None,
    )


def _worth(table: Table, sheet: Sheet, words: Words) -> tuple[Chip, ...]:
    """What a hand is worth: its label and patterns, or where there are none, what its calculation comes to."""
    game = table.spec
    made = []
    label = words.term(game.id, sheet.label) if sheet.label else ""
    names = [name for name, _ in sheet.patterns]
    if label and sheet.label not in names and label.lower() != words.term(game.id, f"won.{sheet.how}").lower():
        made.append(Chip("", label))
    multiply = calculation.factors(sheet)
    for name, value in sheet.patterns:
        made.append(Chip(words.term(game.id, name), f"×{value}" if name in multiply else str(value)))
    if not sheet.patterns:
        made += [Chip(text) for text in calculation.worth(game, words, sheet)]
    return tuple(made)


def chips(game: Game, facts: Sequence[Fact], words: Words) -> tuple[Chip, ...]:
    """Facts of a game, in words."""
    made = []
    for fact in facts:
        value = (
            ""
            if fact.value is None
            else words.term(game.id, fact.value)
            if isinstance(fact.value, str)
            else str(fact.value)
        )
        made.append(Chip(words.term(game.id, fact.code), value, glyphs(game, fact.tiles)))
    return tuple(made)


def glyphs(game: Game, tiles: Sequence[int]) -> tuple[str, ...]:
    """Kinds as glyphs."""
    return tuple(game.tiles.glyphs[kind] if kind >= 0 else t.HIDDEN for kind in tiles)


def laid(game: Game, melds: Sequence[Meld]) -> tuple[Laid, ...]:
    """Melds as the viewer sees them."""
    made = []
    for meld in melds:
        taken = meld.tiles.index(meld.taken) if meld.source >= 0 and meld.taken in meld.tiles else -1
        made.append(Laid(glyphs(game, meld.tiles), taken, meld.source if taken >= 0 else -1))
    return tuple(made)
