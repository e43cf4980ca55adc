"""The actions of the character-card games, made once."""

from __future__ import annotations

from .actions import Action
from .zipai import KINDS, RANKS, SMALL_HALF, EatOption

DISCARDS = tuple(Action.of("discard", (kind,)) for kind in range(KINDS))
PENGS = tuple(Action.of("peng", (kind,)) for kind in range(KINDS))


class _Eating(dict[EatOption, Action]):
    """A way to eat -> its action: the eaten set, then the further ones. Filled when first asked."""

    def __missing__(self, option: EatOption) -> Action:
        found = Action.of("chi", [kind for tiles in option for kind in tiles])
        self[option] = found
        return found


EATING = _Eating()


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
