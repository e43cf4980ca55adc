"""The actions and claims of the character-card games, made once."""

from __future__ import annotations

from functools import partial

from .actions import Action
from .claims import Claim
from .memo import Memo
from .tiles import ONES
from .zipai import KINDS, RANKS, SEATS, SMALL_HALF, EatOption

DISCARDS = tuple(Action.of("discard", (kind,)) for kind in range(KINDS))
PENGS = tuple(Action.of("peng", (kind,)) for kind in range(KINDS))
PENGS_OF = tuple(tuple(Claim(seat, peng) for peng in PENGS) for seat in range(SEATS))
"""``PENGS_OF[seat][kind]``: the seat claims the kind with a pair."""


def _eat(seat: int, option: EatOption) -> Claim:
    return Claim(seat, Action.of("chi", [kind for tiles in option for kind in tiles]))


# A kind is in three to six sets, and at most two further copies of it come along: 1,896 options in all.
EATS_OF = tuple(Memo(partial(_eat, seat), 1 << 11) for seat in range(SEATS))
"""``EATS_OF[seat][option]``: the seat eats that way: the eaten set, then the further ones."""


def _discards(start: int, held: int) -> tuple[Action, ...]:
    """The discards of the kinds that ``held`` marks (bit 0 of their places), the first being ``start``."""
    return tuple(DISCARDS[start + rank] for rank in range(RANKS) if held >> 3 * rank & 1)


_SMALL, _BIG = (Memo(partial(_discards, start), 1 << RANKS) for start in (0, RANKS))


def discards_of(hand: int) -> tuple[Action, ...]:
    """One discard for each kind held, in order of kind."""
    held = (hand | hand >> 1 | hand >> 2) & ONES
    return _SMALL[held & SMALL_HALF] + _BIG[held >> 30]
