"""The wall from a seed, against the module's description written out plainly."""

from __future__ import annotations

from hashlib import sha256

from engine import games
from engine.shuffle import Stream, shuffled


def plain_numbers(seed: bytes, label: str, limits: list[int]) -> list[int]:
    """Big-endian words of SHA-256(label 0 seed i), those that would favour a number thrown away."""
    stream = b"".join(sha256(label.encode() + b"\0" + seed + i.to_bytes(8, "big")).digest() for i in range(99))
    words = (int.from_bytes(stream[at : at + 2], "big") for at in range(0, len(stream), 2))
    return [next(w for w in words if w < 65536 - 65536 % n) % n for n in limits]


def test_numbers_are_the_words_of_the_stream():
    limits = [40_000, 1, 2, 65_536, 3, 50_000, 6] * 30
    assert Stream(b"seed", "dice").each_below(limits) == plain_numbers(b"seed", "dice", limits)


def test_one_by_one_or_together_the_numbers_are_the_same():
    limits = [136, 6, 40_000, 80] * 20
    stream = Stream(b"seed", "wall")
    assert [stream.below(n) for n in limits] == Stream(b"seed", "wall").each_below(limits)


def test_the_wall_is_fisher_yates_from_the_end():
    for game in games.ids():
        for number in range(20):
            seed = number.to_bytes(2, "big")
            order = games.get(game).tiles.all_tiles()
            places = range(len(order) - 1, 0, -1)
            for i, j in zip(places, plain_numbers(seed, "wall", [i + 1 for i in places]), strict=True):
                order[i], order[j] = order[j], order[i]
            assert shuffled(games.get(game).tiles.all_tiles(), seed) == bytes(order)


def test_few_tiles_need_no_numbers():
    assert shuffled([], b"seed") == b""
    assert shuffled([5], b"seed") == b"\x05"
