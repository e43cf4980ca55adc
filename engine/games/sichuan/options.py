"""Table options of Sichuan mahjong."""

from __future__ import annotations

from dataclasses import dataclass

from ...options import Options, option


@dataclass(frozen=True)
class SichuanOptions(Options):
    """Defaults follow the sheet; each field names its clause."""

    mode: str = option("blood", "SC-3", ("blood", "normal"))
    base: int = option(1, "SC-44", (1, 2, 5, 10), low=1, high=1000)
    points: str = option("linear", "SC-43", ("linear", "exp"))
    cap: int | None = option(None, "SC-43", (None, 3, 4, 5, 8), low=1, high=30)
    min_fan: int = option(1, "SC-22", (1, 2, 3), low=1, high=20)
    zhigang_pay: int = option(1, "SC-49", (1, 2), low=0, high=100)
    miangang_pay: int = option(1, "SC-49", (1, 2), low=0, high=100)
    angang_pay: int = option(2, "SC-49", (2, 1, 4), low=0, high=100)
    cha_jiao: str = option("max", "SC-61", ("max", "min"))
    huazhu: int = option(16, "SC-60", (16, 0, 8, 48, 64), low=0, high=1000)
    huazhu_pays_winners: bool = option(True, "SC-60")
    huazhu_refunds: bool = option(True, "SC-62")
    root: str = option("any4", "SC-36", ("any4", "triplet_plus_one"))
    yaojiu_pair: bool = option(True, "SC-34")
    qianggang: str = option("adder", "SC-39", ("adder", "pattern_plus_adder"))
    dealer_normal: str = option("discarder", "SC-65", ("discarder", "winner"))
    dealer_blood: str = option("dice", "SC-66", ("dice", "first_winner"))
    next_after_win: str = option("winner", "SC-54", ("winner", "discarder"))
    forced_scope: str = option("any", "SC-30", ("any", "wall_tile"))
    early_leave_forfeit: bool = option(True, "SC-57")
    exchange: str = option("off", "SC-68", ("off", "dice"))
    void_suit: str = option("off", "SC-69", ("off", "on"))
    self_draw: str = option("none", "SC-70", ("none", "plus_fan", "plus_base"))
    extra_fans: tuple[str, ...] = option(
        (),
        "SC-71",
        ("kong_discard", "last_tile", "single_wait_melded", "closed", "simples"),
        many=True,
    )
