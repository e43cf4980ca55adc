"""Tiles as text, in the words of the reader: 五万, 五萬, 5C."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.words import Words
from engine.games import Game
from engine.melds import Meld
from engine.tiles import unpack

HIDDEN = "▮"


def glyph(game: Game, words: Words, kind: int) -> str:
    """One tile; a back for one that is not seen."""
    if kind < 0:
        return HIDDEN
    plain = game.tiles.glyphs[kind]
    said = words.term(game.id, f"tile.{plain}")
    return plain if said.startswith("tile.") else said


def row(game: Game, words: Words, tiles: Iterable[int]) -> str:
    """Tiles in the given order, parted by blanks."""
    return " ".join(glyph(game, words, t) for t in tiles)


def told(game: Game, words: Words, code: str, tiles: Sequence[int]) -> str:
    """The tiles of an action or event, equal ones once. A catalogue may have another word for a tile there, as
    ``<code>.<tile>``: a suit that is named by one of its tiles; ``–`` where the action has said it."""
    codes = [f"{code}.{game.tiles.glyphs[kind]}" if kind >= 0 else "" for kind in tiles]
    own = [words.term(game.id, c) if c else "" for c in codes]
    if own == codes:
        return row(game, words, tiles[:1] if len(set(tiles)) == 1 else tiles)
    said = [glyph(game, words, kind) if o == c else o for kind, o, c in zip(tiles, own, codes, strict=True)]
    return " ".join(text for text in said if text != "–")


def compact(game: Game, words: Words, tiles: Sequence[int]) -> str:
    """Sorted tiles, those of one suit together with the suit said once: ``一二三万 五五筒``."""
    parts: list[str] = []
    suit = ""
    for kind in sorted(tiles):
        text = glyph(game, words, kind)
        plain = game.tiles.glyphs[kind] if kind >= 0 else ""
        if len(plain) == 2 and plain[1] == suit:
            parts[-1] = parts[-1][:-1] + text
        else:
            parts.append(text)
        suit = plain[1:]
    return " ".join(parts)


def hand(game: Game, words: Words, packed: int, drawn: int = -1) -> str:
    """A concealed hand, the drawn tile apart."""
    tiles = list(unpack(packed))
    if drawn >= 0 and drawn in tiles:
        tiles.remove(drawn)
        return f"{compact(game, words, tiles)} ┆ {glyph(game, words, drawn)}"
    return compact(game, words, tiles)


def meld(game: Game, words: Words, laid: Meld) -> str:
    """A meld: its tiles in brackets."""
    if len(set(laid.tiles)) == 1 and laid.tiles[0] >= 0:
        return f"[{glyph(game, words, laid.tiles[0])}×{len(laid.tiles)}]"
    return f"[{row(game, words, laid.tiles)}]"
