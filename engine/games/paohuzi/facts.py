"""What a Paohuzi table shows beside the cards."""

from __future__ import annotations

from ...facts import Fact, Facts
from ...view import View
from ...zipai_facts import zipai_facts


def facts(view: View) -> Facts:
    """The shown card until play begins, 荒庄 in a row (PH-11), and for the viewer the wins declined
    (PH-30)."""
    shared: list[Fact] = []
    if view.phase == "opening":
        shared.append(Fact("liang", None, (view.extras["liang"],)))
    if view.extras["huang"]:
        shared.append(Fact("huang", view.extras["huang"]))
    found = zipai_facts(view, tuple(shared))
    declined = tuple(kind for kind, _ in view.extras.get("chouhu", ()))
    return found._replace(own=(*found.own, Fact("chouhu", None, declined))) if declined else found
