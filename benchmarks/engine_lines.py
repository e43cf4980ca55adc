"""The kernel: random self-play, the winning check, deficiency, ukeire, copies."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

import numpy as np

from benchmarks.lines import Line, ahead, at_least, at_most, peer, seconds_each
from benchmarks.positions import counts_of, dealt_fourteen, fourteen, middle_of
from engine import Round, games
from engine.deficiency import deficiencies, ukeire
from engine.games.sichuan.scoring import is_seven_pairs, is_standard, lacks_a_suit
from engine.hands import forms_sets_and_pair
from engine.tiles import pack

MICRO = 1e6
REPEATS = 5
PLAYED = "accepted actions in random self-play"


def random_play(game: str, seconds: float, seed: int) -> tuple[float, float]:
    """Accepted actions and finished rounds a second: deal, then ``prompts`` and ``act`` until the result, again and
    again."""
    pick = Random(seed).random
    actions = rounds = 0
    dealer, carry = 0, {}
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        round_ = Round.deal(game, None, f"{seed}:{rounds}".encode(), dealer, carry=carry)
        act = round_.act
        while round_.result is None:
            seat, legal = next(iter(round_.prompts.items()))
            act(seat, legal[int(pick() * len(legal))])
            actions += 1
        dealer, carry = round_.result.next_dealer, dict(round_.result.carry)
        rounds += 1
    took = time.perf_counter() - began
    return actions / took, rounds / took


def play_lines() -> Iterator[Line]:
    """Sichuan against riichienv, turn about; then the other games."""
    ours, theirs = [], []
    random_play("sichuan", 0.5, 0)
    for seed in range(REPEATS):
        ours.append(random_play("sichuan", 1.2, seed))
        theirs.append(peer("riichienv", "1.2"))
    rate = statistics.median(a for a, _ in ours)
    rounds = statistics.median(r for _, r in ours)
    known = [t for t in theirs if t is not None]
    steps = statistics.median(max(t["actions"], t["steps"]) for t in known) if known else None
    their_rounds = statistics.median(t["rounds"] for t in known) if known else None
    yield Line(
        "play sichuan", PLAYED, "/s", rate, at_least(70_000), "riichienv", steps, ahead()
    )
    yield Line("rounds sichuan", "rounds of random self-play", "/s", rounds, None, "riichienv", their_rounds)
    for game in games.ids():
        if game == "sichuan":
            continue
        random_play(game, 0.4, 0)
        played = [random_play(game, 0.8, seed) for seed in range(REPEATS)]
        rate = statistics.median(a for a, _ in played)
        rounds = statistics.median(r for _, r in played)
        yield Line(f"play {game}", PLAYED, "/s", rate, at_least(40_000), note=f"{rounds:,.0f} rounds/s")


def winning_lines() -> Iterator[Line]:
    """2,000 distinct hands of 14 tiles, half of them complete, all of them seen before."""
    hands = fourteen(2_000)
    packed = [pack(h) for h in hands]
    asked = [counts_of(h, 34) for h in hands]

    def standard() -> None:
        for hand in packed:
            forms_sets_and_pair(hand)

    def sichuan() -> None:
        for hand in packed:
            lacks_a_suit(hand, ()) and (is_standard(hand) or is_seven_pairs(hand, False))

    standard()
    sichuan()
    times, full, theirs = [], [], []
    for _ in range(3):
        times.append(seconds_each(standard, len(packed), 7))
        full.append(seconds_each(sichuan, len(packed), 7))
        theirs.append(peer("xiangting", stdin=asked))
    known = [t["seconds"] * MICRO for t in theirs if t is not None]
    their_time = statistics.median(known) if known else None
    yield Line(
        "win check", "14 tiles: sets and a pair, warm", "µs", statistics.median(times) * MICRO, at_most(0.7),
        "xiangting", their_time, at_most(1.0),
    )  # fmt: skip
    yield Line(
        "win check sichuan", "with 缺一门 and seven pairs, warm", "µs", statistics.median(full) * MICRO, at_most(0.7),
        "xiangting", their_time, at_most(1.0),
    )  # fmt: skip


def deficiency_lines() -> Iterator[Line]:
    hands = np.array(dealt_fourteen(10_000), dtype=np.uint8)
    deficiencies(hands[:10])  # builds the table
    each = seconds_each(lambda: deficiencies(hands), len(hands), 7)
    yield Line("deficiency", "14 tiles, batch of 10,000", "µs/hand", each * MICRO, at_most(0.3))
    some = hands[:100]
    each = seconds_each(lambda: [ukeire(hand) for hand in some], len(some), 5)
    yield Line("ukeire", "all discards × all draws, 14 tiles", "ms", each * 1e3, at_most(0.4))


def copy_lines() -> Iterator[Line]:
    """The middle of random rounds, some of them with a claim window open."""
    for game in games.ids():
        rounds = middle_of(game)

        def copies(rounds: list[Round] = rounds) -> None:
            for round_ in rounds:
                for _ in range(200):
                    round_.copy()  # none is kept: a search keeps few, and thousands would set off the collector

        each = seconds_each(copies, 200 * len(rounds))
        yield Line(f"copy {game}", "Round.copy in mid-round", "µs", each * MICRO, at_most(5))


GROUPS = {"play": play_lines, "win": winning_lines, "deficiency": deficiency_lines, "copy": copy_lines}
