"""What a table of character cards shows beside the cards: 胡息 on the table, refused kinds, a dead hand."""

from __future__ import annotations

from .facts import Fact, Facts
from .tiles import count, kinds_of
from .view import View


def zipai_facts(view: View, shared: tuple[Fact, ...] = ()) -> Facts:
    """Public: what everybody can count on each seat's table (PH-21, GL-30). Own: the true value, the kinds
    that may be neither eaten nor claimed, a dead hand (PH-53), and the kinds in hand that stay together
    (PH-7, GL-4)."""
    extras = view.extras
    seats = tuple((Fact("table_xi", value),) for value in extras["table"])
    if view.seat is None:
        return Facts(shared, seats)
    own = [Fact("own_xi", extras["own_table"])]
    if extras["stale"]:
        own.append(Fact("stale", None, tuple(extras["stale"])))
    if extras["dead"]:
        own.append(Fact("dead_hand"))
    bound = tuple(k for k in kinds_of(view.hand) if count(view.hand, k) > 2)
    return Facts(shared, seats, tuple(own), bound)
