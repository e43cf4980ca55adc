"""What a Guilin table shows beside the cards."""

from __future__ import annotations

from ...facts import Fact, Facts
from ...view import View
from ...zipai_facts import zipai_facts


def facts(view: View) -> Facts:
    """The shown card until play begins, and the cards turned for 醒 after a win (GL-43)."""
    shared: list[Fact] = []
    if view.phase == "opening":
        shared.append(Fact("liang", None, (view.extras["liang"],)))
    if view.extras["flipped"]:
        shared.append(Fact("flip", None, tuple(view.extras["flipped"])))
    return zipai_facts(view, tuple(shared))
