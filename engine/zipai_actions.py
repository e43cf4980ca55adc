"""The actions and claims of the character-card games, made once."""

from __future__ import annotations

from .actions import Action
from .claims import Claim
from .zipai import KINDS, RANKS, SEATS, SMALL_HALF, EatOption

DISCARDS = tuple(Action.of("discard", (kind,)) for kind in range(KINDS))
PENGS = tuple(Action.of("peng", (kind,)) for kind in range(KINDS))
PENGS_OF = tuple(tuple(Claim(seat, peng) for peng in PENGS) for seat in range(SEATS))
"""``PENGS_OF[seat][kind]``: the seat claims the kind with a pair."""


class _EatsOf(dict[EatOption, Claim]):
    """A way to eat -> its claim by one seat: the eaten set, then the further ones. Filled when first asked."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, option: EatOption) -> Claim:
        found = Claim(self.seat, Action.of("chi", [kind for tiles in option for kind in tiles]))
        self[option] = found
        return found


EATS_OF = tuple(_EatsOf(seat) for seat in range(SEATS))


class _DiscardsOf(dict[int, tuple[Action, ...]]):
    """Packed half of a hand -> the discards of its kinds, ``start`` being the first kind. Filled when first
    asked."""

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start

    def __missing__(self, half: int) -> tuple[Action, ...]:
        found = tuple(DISCARDS[self.start + rank] for rank in range(10) if half >> 3 * rank & 7)
        self[half] = found
        return found


_SMALL, _BIG = _DiscardsOf(0), _DiscardsOf(RANKS)


def discards_of(hand: int) -> tuple[Action, ...]:
    """One discard for each kind held, in order of kind."""
    return _SMALL[hand & SMALL_HALF] + _BIG[hand >> 30]
