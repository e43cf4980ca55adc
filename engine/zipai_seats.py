"""SeatsRound: what the seats of a character-card game hold, have laid and may not take.

The flow is :mod:`engine.revealed`'s: it says :meth:`SeatsRound.changed` when a seat is another now, and the seat's
:class:`~engine.zipai_claims.Stand` is renewed before the next card is offered.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from .actions import Action
from .events import EVERYONE, Event
from .melds import Meld
from .round import Round
from .tiles import UNIT, UNKNOWN
from .zipai import CHI, KINDS, PAO, TI, Set, Words, loose_part, must_discard, set_value
from .zipai_actions import discards_of
from .zipai_claims import ClaimRules, Stand, stand_of, total_cards
from .zipai_hands import EMPTY_TABLE, Table, table_of, table_with


class SeatsRound(Round):
    """Adds to :class:`Round` the seats of the character-card games."""

    LISTS: ClassVar[tuple[str, ...]] = (
        *Round.LISTS,
        "tables",
        "no_chi",
        "no_peng",
        "stale",
        "discarded",
        "dead",
        "stands",
    )
    WORDS: ClassVar[Words]
    liang: int
    """The shown card of the deal."""

    @abstractmethod
    def face_down(self, form: int) -> int:
        """How many cards of a laid set of that form lie face down."""

    def seat_all(self) -> None:
        """Nothing laid and nothing barred yet."""
        n = self.seats
        self.rules: ClaimRules = self.options.claim_rules()
        self.tables: list[Table] = [EMPTY_TABLE] * n
        self.no_chi = [0] * n
        self.no_peng = [0] * n
        self.stale = [0] * n
        self.discarded = [0] * n
        self.dead = [False] * n
        self.stands: list[Stand] = []
        self.renew = 0

    # --- how they stand

    def changed(self, seat: int) -> None:
        """Hand, melds or bars of the seat are others now: what its claims depend on is renewed before the next
        card, for by then more may have changed."""
        self.renew |= 1 << seat

    def bar_eating(self, seat: int, card: int) -> None:
        """The seat may not eat the kind from now on. That changes how it stands only if it could have."""
        bit = 1 << card
        if self.no_chi[seat] & bit:
            return
        self.no_chi[seat] |= bit
        if self.stands[seat].eatable & UNIT[card]:
            self.changed(seat)

    def _renew(self) -> None:
        """Renew how the changed seats stand."""
        for seat in range(self.seats):
            if self.renew >> seat & 1:
                self.stands[seat] = stand_of(
                    self.hands[seat],
                    self.tables[seat],
                    self.no_chi[seat],
                    self.no_peng[seat],
                    self.stale[seat],
                    self.dead[seat],
                    self.stands[seat],
                )
        self.renew = 0

    # --- the duty to discard

    def _due(self, seat: int) -> bool:
        table = self.tables[seat]
        return must_discard(total_cards(self.hands[seat], table), table.quads)

    def _stuck(self, seat: int) -> bool:
        """Whether a discard is due that the seat cannot make (PH-27, GL-31)."""
        return self._due(seat) and not self.discards(seat)

    def discards(self, seat: int) -> tuple[Action, ...]:
        """The cards that may be discarded: loose ones; out of three alike only when nothing else is left
        and the table plays so (PH-7, PH-O4; GL-4). None when the seat is stuck (PH-27, GL-31)."""
        hand = self.hands[seat]
        return discards_of(loose_part(hand) or (hand if self.rules.break_kan else 0))

    # --- sets

    def _make_set(self, seat: int, form: int, card: int, source: int) -> None:
        """Three or four alike with a card that has just come, from hand or on an own meld."""
        in_hand = self.hands[seat] >> 3 * card & 7
        self.hands[seat] -= in_hand * UNIT[card]
        giver = -1 if source == seat else source
        if form in (PAO, TI) and in_hand != 3:
            melds = self.melds[seat]
            place = next(i for i, m in enumerate(melds) if m.tiles[0] == card and m.kind != "chi")
            self.melds[seat] = left = melds[:place] + melds[place + 1 :]
            self.tables[seat] = table_of(self.sets_of(left))
        self._lay(seat, form, (card,) * (4 if form in (PAO, TI) else 3), giver, card)

    def _lay(self, seat: int, form: int, tiles: tuple[int, ...], source: int = -1, taken: int = UNKNOWN) -> None:
        down = self.face_down(form)
        meld = Meld(self.WORDS[form], tiles, source, taken, down)
        further = form == CHI and taken == UNKNOWN
        self.melds[seat] += (meld,)
        self.tables[seat] = table_with(self.tables[seat], form, tiles)
        self.changed(seat)
        seen = EVERYONE if down < len(tiles) else 1 << seat
        self._events.append(Event("lay" if further else meld.kind, seat, tiles, seen, source))

    def sets_of(self, melds: Sequence[Meld]) -> list[Set]:
        """Melds as (form, tiles)."""
        form = _forms(self.WORDS)
        return [(form[m.kind], m.tiles) for m in melds]

    # --- reading

    def public_value(self, seat: int) -> int:
        """胡息 of the seat's melds as the others can count them: face-down sets are left out (PH-21,
        GL-30)."""
        melds = [m for m in self.melds[seat] if m.down < len(m.tiles)]
        return sum(set_value(form, tiles) for form, tiles in self.sets_of(melds))

    def extras(self, seat: int | None) -> dict[str, Any]:
        """Public: the shown card, table values without face-down sets, discards from hand. Own: the true
        table value, kinds that may not be taken, whether the hand is dead (PH-52, PH-53)."""
        facts: dict[str, Any] = {
            "liang": self.liang,
            "table": [self.public_value(s) for s in range(self.seats)],
            "discarded": [_kinds(mask) for mask in self.discarded],
        }
        if seat is not None:
            facts["own_table"] = self.tables[seat].value
            facts["no_chi"] = _kinds(self.no_chi[seat])
            facts["no_peng"] = _kinds(self.no_peng[seat])
            facts["stale"] = _kinds(self.stale[seat])
            facts["dead"] = self.dead[seat]
        return facts


@cache
def _forms(words: Words) -> dict[str, int]:
    """A game's names -> form numbers; there are as many as games."""
    return {name: form for form, name in enumerate(words)}


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(KINDS) if mask >> kind & 1]
