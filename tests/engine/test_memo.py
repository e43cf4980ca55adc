"""What the kernel keeps to be quick is bounded: a server plays for weeks."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper
from random import Random

from engine import Round, deficiency, games
from engine.memo import MANY, Memo

UNBOUNDED = {
    "_doubled": "55 doublings of the two flips",
    "_forms": "one entry a game",
    "_part": "a few modules a game",
    "_value": "20 kinds of eight forms",
    "get": "one entry a game",
    "ids": "one entry",
    "suit_table": "one table",
}
"""Caches without a bound, and why they need none."""


def test_a_memo_remembers() -> None:
    asked: list[int] = []
    memo = Memo(lambda n: asked.append(n) or n * n, most=3)
    assert [memo[n] for n in (1, 2, 1, 2)] == [1, 4, 1, 4]
    assert asked == [1, 2]


def test_a_full_memo_empties_itself() -> None:
    memo = Memo(lambda n: n * n, most=3)
    for n in range(10):
        assert memo[n] == n * n
        assert len(memo) <= 3


def test_a_memo_may_ask_itself() -> None:
    """Also when it becomes full meanwhile."""
    memo: Memo[int, int] = Memo(lambda n: n if n < 2 else memo[n - 1] + memo[n - 2], most=4)
    assert memo[30] == 832040
    assert len(memo) <= 4


def test_every_cache_of_the_engine_is_bounded() -> None:
    assert deficiency.suit_table
    for game in games.ids():
        _ = games.get(game).round_class, games.get(game).model, games.get(game).case_kinds
    caches = [c for c in gc.get_objects() if isinstance(c, _lru_cache_wrapper) and c.__module__.startswith("engine")]
    assert len(caches) > 20
    assert {c.__name__ for c in caches if c.cache_parameters()["maxsize"] is None} == set(UNBOUNDED)


def test_rounds_are_the_same_while_memos_empty_themselves() -> None:
    """Nothing that is kept is more than a short cut."""
    for game in games.ids():
        plain = played(game)
        memos = [m for m in gc.get_objects() if isinstance(m, Memo)]
        bounds = [m.most for m in memos]
        for memo in memos:
            memo.most = 3
        try:
            assert played(game) == plain
        finally:
            for memo, most in zip(memos, bounds, strict=True):
                memo.most = most
        assert max(bounds) == MANY


def played(game: str) -> list[object]:
    rng = Random(3)
    seen: list[object] = []
    for number in range(12):
        r = Round.deal(game, {}, bytes([number]), 0)
        while r.result is None:
            seat = min(r.prompts)
            wins = [a for a in r.prompts[seat] if a.kind == "win"]
            seen += r.act(seat, wins[0] if wins else rng.choice(r.prompts[seat]))
        seen.append(r.result)
    return seen
