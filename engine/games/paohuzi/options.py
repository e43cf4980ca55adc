"""Table options of Paohuzi (section H of the rule sheet)."""

from __future__ import annotations

from dataclasses import dataclass

from ...options import Options, option
from ...zipai_claims import ClaimRules


@dataclass(frozen=True)
class PaohuziOptions(Options):
    """``min_xi``: least 胡息 of a win; ``self_break``: an own draw that must make a 偎 or 提 may win
    without making it; ``dui_strict``: 偎 and 坎 break 对对胡; ``xiao_cap16``: 小 is at most 16 番;
    ``no_discard``: what a forced set means for a seat that can discard only from a 坎; ``split_chou``:
    passing an eat and passing a 碰 bar one of them each."""

    min_xi: int = option(15, "PH-O6", (15, 18, 21), low=15, high=30)
    self_break: bool = option(False, "PH-O1")
    dui_strict: bool = option(False, "PH-O2")
    xiao_cap16: bool = option(False, "PH-O3")
    no_discard: str = option("dead", "PH-O4", ("dead", "break_kan"))
    split_chou: bool = option(False, "PH-O5")

    def claim_rules(self) -> ClaimRules:
        """What these options decide on the ladder of claims."""
        return ClaimRules(break_kan=self.no_discard == "break_kan")
