"""Rows of buttons on a narrow phone: no label needs a second line, and rows are as few and as even as that allows."""

from __future__ import annotations

import pytest

from bot.views import hand
from bot.views.content import MARGIN, ROOM, Button, fitted, label_width, rows_of
from bot.words import LANGUAGES, words
from engine import games
from tests.pictures import scenes


def lengths(labels: list[str], most: int = 7) -> list[int]:
    rows = fitted([Button(label) for label in labels], most)
    assert [b.text for row in rows for b in row] == labels, "in their order"
    return [len(row) for row in rows]


def test_the_widest_label_decides() -> None:
    assert lengths(["一"] * 7) == [7]
    assert lengths(["一"] * 8) == [4, 4]
    assert lengths(["二条"] * 7 + ["▸七条×2"]) == [5, 3]
    assert lengths(["二条×2"] * 8) == [4, 4]
    assert lengths([]) == []


def test_a_wide_label_costs_its_own_row_only() -> None:
    assert lengths(["1C"] * 6 + ["White flower×2"] * 2) == [6, 2]
    assert lengths(["a very long label that fits into no row at all"] * 2) == [1, 1]


@pytest.mark.parametrize(("count", "made"), [(0, []), (2, [2]), (3, [3]), (4, [2, 2]), (5, [3, 2]), (7, [3, 2, 2])])
def test_rows_of_a_page_are_even_and_keep_the_order(count: int, made: list[int]) -> None:
    labels = [str(number) for number in range(count)]
    rows = rows_of([Button(label) for label in labels], 3)
    assert [len(row) for row in rows] == made
    assert [b.text for row in rows for b in row] == labels


def test_claims_have_fewer_in_a_row() -> None:
    assert lengths(["碰"] * 5, most=4) == [3, 2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.ids())
def test_no_button_of_a_hand_is_too_narrow(game: str, language: str) -> None:
    for moves in (0, 5, 12, 30, 45):
        for seed in range(4):
            table = scenes.played(game, moves, seed)
            assert table.round is not None
            for seat in table.round.prompts:
                for row in hand.keyboard(table, seat, table.round.view(seat), words(language)):
                    widest = max(label_width(button.text) for button in row)
                    assert len(row) == 1 or len(row) * (widest + MARGIN) <= ROOM
