"""ClaimWindow: who may answer a tile, in what order, and who gets it.

Claims stand on a *ladder*, the order in which the rules offer them. All seats on it are asked at once; each chooses
one of its claims or passes. The window closes at the first claim of the ladder whose seat chose it, as soon as every
seat with an earlier claim has answered otherwise. So the outcome is the one of asking one seat after another, and
the order in which the answers arrive never matters.
"""

from __future__ import annotations

from collections.abc import Sequence

from .actions import PASS, Action


class Claim:
    """One rung: ``seat`` may take the tile with ``action``.

    ``shared``: neighbouring shared claims may all be accepted together (several winners); ``forced``: taken by itself
    when the ladder gets here, never asked; ``compulsory``: the seat may answer with nothing else.
    """

    __slots__ = ("action", "compulsory", "forced", "seat", "shared")

    def __init__(
        self, seat: int, action: Action, shared: bool = False, forced: bool = False, compulsory: bool = False
    ) -> None:
        self.seat = seat
        self.action = action
        self.shared = shared
        self.forced = forced
        self.compulsory = compulsory

    def __repr__(self) -> str:
        return f"Claim({self.seat}, {self.action})"


class ClaimWindow:
    """The open question about one tile.

    ``tile``: its kind; ``source``: the seat it comes from; ``how``: a word of the game (``discard``, ``draw``,
    ``kong``); ``ladder``: the claims in order of offering.
    """

    __slots__ = ("answers", "how", "ladder", "source", "tile")

    def __init__(self, tile: int, source: int, how: str, ladder: Sequence[Claim]) -> None:
        self.tile = tile
        self.source = source
        self.how = how
        self.ladder = tuple(ladder)
        self.answers: dict[int, Action] = {}

    def copy(self) -> ClaimWindow:
        new = ClaimWindow(self.tile, self.source, self.how, self.ladder)
        new.answers = self.answers.copy()
        return new

    def prompts(self) -> dict[int, tuple[Action, ...]]:
        """What each seat that has not answered may choose, in ladder order, ``pass`` last."""
        answers = self.answers
        asked: dict[int, list[Action]] = {}
        compelled: dict[int, Action] = {}
        for claim in self.ladder:
            seat = claim.seat
            if claim.forced or seat in answers:
                continue
            if claim.compulsory:
                compelled.setdefault(seat, claim.action)
            if seat in asked:
                asked[seat].append(claim.action)
            else:
                asked[seat] = [claim.action]
        return {s: (compelled[s],) if s in compelled else (*acts, PASS) for s, acts in asked.items()}

    def outcome(self) -> tuple[tuple[Claim, ...], tuple[Claim, ...]] | None:
        """``(accepted, declined)``, or None while the answer still depends on somebody.

        ``accepted`` is empty when everybody passed. ``declined`` are the claims that were offered before the window
        closed and not chosen; a claim below the accepted one was never offered.
        """
        answers = self.answers
        ladder = self.ladder
        declined: list[Claim] = []
        for i, claim in enumerate(ladder):
            if claim.forced:
                return (claim,), tuple(declined)
            answer = answers.get(claim.seat)
            if answer is None:
                return None
            if answer is not claim.action:
                declined.append(claim)
            elif not claim.shared:
                return (claim,), tuple(declined)
            else:
                return self._shared(i, declined)
        return (), tuple(declined)

    def _shared(self, first: int, declined: list[Claim]) -> tuple[tuple[Claim, ...], tuple[Claim, ...]] | None:
        accepted = [self.ladder[first]]
        for claim in self.ladder[first + 1 :]:
            if not claim.shared:
                break
            answer = self.answers.get(claim.seat)
            if answer is None:
                return None
            (accepted if answer is claim.action else declined).append(claim)
        return tuple(accepted), tuple(declined)
