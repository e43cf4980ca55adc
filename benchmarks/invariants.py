"""What must hold in every round of every game, checked while random players play it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ai.players import choose
from engine import Action, IllegalAction, Result, Round, RoundRecord, games
from engine.settlement import net
from engine.tiles import pack, unpack


class Broken(AssertionError):
    """An invariant does not hold; the message says which, in which round, at which action."""


def play_checked(
    game: str,
    options: Mapping[str, Any],
    seed: bytes,
    dealer: int,
    rng: Random,
    carry: Any = None,
    level: str = "random",
) -> Result:
    """Play one round and check everything that must hold. Raises Broken.

    ``level``: who plays; random play hardly ever wins a mahjong hand, ``novice`` gets further into the rules.
    """
    round_ = Round.deal(game, options, seed, dealer, carry=carry)
    full = pack(games.get(game).tiles.all_tiles())
    watch = rng.random() < 0.2  # the costly checks on a sample: they replay or rebuild whole rounds
    steps = 0
    while round_.result is None:
        where = f"{game} {options} seed {seed.hex()} dealer {dealer} after {steps} actions"
        _need(bool(round_.prompts) and all(round_.prompts.values()), "a prompt is empty before the end", where)
        _need(tiles_of(round_) == full, "tiles are not conserved", where)
        for seat, actions in round_.prompts.items():
            _need(len(set(actions)) == len(actions), f"seat {seat} is offered an action twice", where)
        if watch and rng.random() < 0.1:
            _views_leak_nothing(round_, rng, where)
            _copies_are_apart(round_, rng, where)
            _refuses(round_, where)
        seat = rng.choice(sorted(round_.prompts))
        if level == "random":
            action = rng.choice(round_.prompts[seat])
        else:
            action = choose(level, round_.view(seat), rng.randrange(65536))
        round_.act(seat, action)
        steps += 1
        if steps > 5000:
            raise Broken(f"the round does not end: {where}")
    where = f"{game} {options} seed {seed.hex()} dealer {dealer} at the end"
    result = round_.result
    _need(sum(result.net) == 0, "payments do not sum to zero", where)
    _need(list(result.net) == net(result.transfers, round_.seats), "the net is not the sum of the transfers", where)
    _need(all(t.amount > 0 and t.payer != t.payee for t in result.transfers), "a transfer is not a payment", where)
    _need(not round_.prompts, "somebody is asked after the end", where)
    _need(0 <= result.next_dealer < round_.seats, "no next dealer", where)
    _need(tiles_of(round_) == full, "tiles are not conserved", where)
    if watch:
        _replays(round_, where)
    return result


def _need(holds: bool, what: str, where: str) -> None:
    if not holds:
        raise Broken(f"{what}: {where}")


def tiles_of(round_: Round) -> int:
    """Every tile of the round, packed: hands, melds, rivers, wall, and what the game keeps elsewhere
    (``set_aside``)."""
    total = sum(round_.hands) + pack(round_.wall[round_.front : round_.back])
    total += sum(pack(river) for river in round_.rivers)
    total += sum(pack(meld.tiles) for melds in round_.melds for meld in melds)
    return total + pack(round_.set_aside())


def _views_leak_nothing(round_: Round, rng: Random, where: str) -> None:
    """Swap what a seat has not seen among the others' concealed tiles and the wall; its view must stay the same."""
    for seat in [None, *range(round_.seats)]:
        other = shuffled_unseen(round_, seat, rng)
        if other is None:
            continue
        before, after = round_.view(seat), other.view(seat)
        _need(before == after, f"the view of {seat} depends on unseen tiles", where)


def shuffled_unseen(round_: Round, seat: int | None, rng: Random) -> Round | None:
    """A copy in which the others' hands and the wall have been dealt anew from the same tiles. The copy's prompts
    are those of the original: who is asked what is the asked seat's own business."""
    other = round_.copy()
    hidden = [s for s in range(round_.seats) if s != seat]
    pool = [t for s in hidden for t in unpack(round_.hands[s])] + list(round_.wall[round_.front : round_.back])
    rng.shuffle(pool)
    at = 0
    for s in hidden:
        n = len(unpack(round_.hands[s]))
        other.hands[s] = pack(pool[at : at + n])
        at += n
    other.wall = round_.wall[: round_.front] + bytes(pool[at:]) + round_.wall[round_.back :]
    return other


def _copies_are_apart(round_: Round, rng: Random, where: str) -> None:
    before = [round_.view(s) for s in range(round_.seats)]
    copy = round_.copy()
    for _ in range(6):
        if copy.result is not None:
            break
        seat = rng.choice(sorted(copy.prompts))
        copy.act(seat, rng.choice(copy.prompts[seat]))
    _need(before == [round_.view(s) for s in range(round_.seats)], "playing a copy changed the original", where)


def _refuses(round_: Round, where: str) -> None:
    before = [round_.view(s) for s in range(round_.seats)]
    for seat in range(-1, round_.seats + 1):
        try:
            round_.act(seat, Action.of("no such thing"))
        except IllegalAction:
            continue
        raise Broken(f"an action that does not exist was accepted: {where}")
    _need(before == [round_.view(s) for s in range(round_.seats)], "a refused action changed the round", where)


def _replays(round_: Round, where: str) -> None:
    record = RoundRecord.loads(round_.record().dumps())
    _need(record == round_.record(), "the record does not survive JSON", where)
    again = Round.replay(record)
    _need(again.result == round_.result, "the replay ends otherwise", where)
    _need(
        all(again.view(s) == round_.view(s) for s in [None, *range(round_.seats)]),
        "the replay looks otherwise",
        where,
    )
