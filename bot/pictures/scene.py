"""Scenes: all that a picture shows, as plain values. Words come in translated, tiles as glyphs of their game."""

from __future__ import annotations

from dataclasses import dataclass

from .sprites import HIDDEN

__all__ = ["HIDDEN", "Chip", "EndScene", "HandScene", "Laid", "ResultScene", "Scene", "SeatScene", "TableScene"]


@dataclass(frozen=True)
class Laid:
    """A meld: ``tiles`` (glyphs, :data:`HIDDEN` for a face-down one), which of them was claimed (its place, or -1),
    and the seat it came from (or -1)."""

    tiles: tuple[str, ...]
    taken: int = -1
    source: int = -1


@dataclass(frozen=True)
class Chip:
    """A small fact: ``label value`` and tiles."""

    label: str
    value: str = ""
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatScene:
    """One seat as everybody sees it. ``last``: the newest tile of ``river`` is the one that claims are about;
    ``robot``: AI sits there; ``away``: AI plays for the person; ``out``: plays no more."""

    name: str
    hand_size: int
    score: int
    melds: tuple[Laid, ...] = ()
    river: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    dealer: bool = False
    turn: bool = False
    last: bool = False
    robot: bool = False
    away: bool = False
    out: bool = False


@dataclass(frozen=True)
class TableScene:
    """A table as everybody sees it. ``family``: how tiles look (mahjong, changpai, zipai); ``language``: for the form
    of characters; ``dealer_mark``: what stands in the dealer's badge; ``clock``: seconds for a decision, 0 for none."""

    family: str
    language: str
    title: str
    wall: int
    clock: int
    seats: tuple[SeatScene, ...]
    chips: tuple[Chip, ...] = ()
    dealer_mark: str = ""


@dataclass(frozen=True)
class HandScene:
    """A hand as its owner sees it. ``tiles``: sorted, without ``drawn`` (empty when there is none); ``dead``: glyphs
    that may not be played now; ``waits``: (glyph, how many are not seen yet) under ``ready_label``; ``asked``: the
    tile that an answer is wanted for, under ``asked_label``, from ``asked_seat``; ``table``: shown above the hand."""

    family: str
    language: str
    tiles: tuple[str, ...]
    drawn: str = ""
    dead: frozenset[str] = frozenset()
    melds: tuple[Laid, ...] = ()
    seat: int = 0
    seats: int = 4
    chips: tuple[Chip, ...] = ()
    waits: tuple[tuple[str, int], ...] = ()
    ready_label: str = ""
    asked: str = ""
    asked_label: str = ""
    asked_seat: int = -1
    table: TableScene | None = None


@dataclass(frozen=True)
class EndScene:
    """One seat at the end of a round, its hand laid open. ``tiles``: sorted, without ``won``, the tile that a winner
    won with (empty when it lies in a meld, or there is none); ``how`` they won, and from which seat (``source`` and
    its name, or -1); ``counted``: what their points are, in words; ``extra``: bonus
    tiles and the like; ``gain`` of this round, ``score`` with it."""

    seat: int
    name: str
    gain: int
    score: int
    tiles: tuple[str, ...]
    melds: tuple[Laid, ...] = ()
    winner: bool = False
    won: str = ""
    how: str = ""
    source: int = -1
    source_name: str = ""
    chips: tuple[Chip, ...] = ()
    counted: str = ""
    extra: tuple[Chip, ...] = ()
    deals_next: bool = False
    robot: bool = False


@dataclass(frozen=True)
class ResultScene:
    """The end of a round. ``ends``: every seat, the winners first, in the order in which they won; ``outcome``: how it
    ended, in words; ``chips``: what the table shows; ``dealer_label``: what is said of who deals next."""

    family: str
    language: str
    title: str
    outcome: str
    ends: tuple[EndScene, ...]
    chips: tuple[Chip, ...] = ()
    dealer_label: str = ""


Scene = TableScene | HandScene | ResultScene
"""What a picture can be of."""
