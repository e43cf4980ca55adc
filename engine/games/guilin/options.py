"""Table options of Guilin zipai (section F of the rule sheet)."""

from __future__ import annotations

from dataclasses import dataclass

from ...options import Options, option
from ...zipai_claims import ClaimRules
from ...zipai_hands import DISCARD, DRAW, SELF

_MUST_WIN = {"discard": (DISCARD,), "always": (DISCARD, DRAW, SELF), "never": ()}


@dataclass(frozen=True)
class GuilinOptions(Options):
    """``min_hu``, ``step``: least 胡 of a win, and 胡 for each further 子; ``bonus``: what 自摸, 天胡, 地胡
    and 三笼五坎 add; ``xing_up``, ``xing_mid``, ``xing_down``: 上醒, 本醒, 下醒; ``true3``, ``fake4``:
    真三醒, 假四醒 turn another card; ``xing_wrap``: 十 and 一 are neighbours; ``must_hu``: which wins are
    compulsory; ``self_break``: an own draw that must make a 扫 or 扫穿 may win without making it; ``bi``:
    下火; ``own_discard_bars_chi``: one's own discards may not be eaten; ``dealer_after_win``,
    ``after_huang``: who deals next; ``guosao_show_one``: one card of a 过扫 lies face up."""

    min_hu: int = option(10, "GL-O1", (10, 15))
    step: int = option(3, "GL-O1", (3, 5))
    bonus: str = option("double", "GL-O2", ("double", "plus1"))
    xing_up: bool = option(True, "GL-O3")
    xing_mid: bool = option(True, "GL-O3")
    xing_down: bool = option(True, "GL-O3")
    true3: bool = option(True, "GL-O4")
    fake4: bool = option(True, "GL-O4")
    xing_wrap: bool = option(True, "GL-O5")
    must_hu: str = option("discard", "GL-O6", ("discard", "always", "never"))
    self_break: bool = option(False, "GL-O7")
    bi: bool = option(True, "GL-O8")
    own_discard_bars_chi: bool = option(True, "GL-O9")
    dealer_after_win: str = option("winner", "GL-O10", ("winner", "rotate", "stay"))
    after_huang: str = option("next", "GL-O10", ("next", "stay"))
    guosao_show_one: bool = option(True, "GL-O11")

    def claim_rules(self) -> ClaimRules:
        """What these options decide on the ladder of claims."""
        return ClaimRules(lay_copies=self.bi, must_win=_MUST_WIN[self.must_hu])
