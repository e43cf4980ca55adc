"""Tiles as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games import Game
from engine.melds import Meld
from engine.tiles import unpack

HIDDEN = "▮"


def glyph(game: Game, kind: int) -> str:
    """One tile; a back for one that is not seen."""
    return game.tiles.glyphs[kind] if kind >= 0 else HIDDEN


def row(game: Game, tiles: Iterable[int]) -> str:
    """Tiles in the given order, parted by blanks."""
    return " ".join(glyph(game, t) for t in tiles)


def compact(game: Game, tiles: Sequence[int]) -> str:
    """Sorted tiles, those of one suit together with the suit said once: ``一二三万 五五筒``."""
    parts: list[str] = []
    suit = ""
    for kind in sorted(tiles):
        text = glyph(game, kind)
        if len(text) == 2:
            if parts and text[1] == suit:
                parts[-1] = parts[-1][:-1] + text
            else:
                parts.append(text)
            suit = text[1]
        else:
            suit = ""
            parts.append(text)
    return " ".join(parts)


def hand(game: Game, packed: int, drawn: int = -1) -> str:
    """A concealed hand, the drawn tile apart."""
    tiles = list(unpack(packed))
    if drawn >= 0 and drawn in tiles:
        tiles.remove(drawn)
        return f"{compact(game, tiles)} ┆ {glyph(game, drawn)}"
    return compact(game, tiles)


def meld(game: Game, laid: Meld) -> str:
    """A meld: its tiles in brackets."""
    if len(set(laid.tiles)) == 1 and laid.tiles[0] >= 0:
        return f"[{glyph(game, laid.tiles[0])}×{len(laid.tiles)}]"
    return f"[{row(game, laid.tiles)}]"
