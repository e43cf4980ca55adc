"""Table options of three-player mahjong (the last section of the sheet)."""

from dataclasses import dataclass

from ...options import Options, option


@dataclass(frozen=True)
class ThreePlayerOptions(Options):
    """The table options, in the order of the sheet."""

    base: int = option(1, "TP-67", (1, 2, 5, 10), low=1, high=10_000)
    min_fan: int = option(5, "TP-25", (3, 5, 7), low=0, high=10)
    value_style: str = option("additive", "TP-65", ("additive", "inclusive"))
    all_dots_pungs: int = option(5, "TP-57", (5, 6), low=1, high=10)
    yaojiu_honours: str = option("all", "TP-62", ("all", "winds"))
    small_dragons_absorbs: bool = option(True, "TP-53")
    bamboo_chrys_swap: bool = option(False, "TP-33")
    latahu_allows_dunfei: bool = option(True, "TP-43")
    nine_gates_pure_only: bool = option(False, "TP-44")
    dunfei_is_flower_draw: bool = option(False, "TP-60")
    lone_fly_discard_win: bool = option(False, "TP-27")
    max_flies_in_chi: int = option(1, "TP-13", (1, 0))
    false_pon_tie: str = option("nearest", "TP-21", ("nearest", "farthest"))
    multi_win: str = option("nearest", "TP-29", ("nearest", "all"))
    fly_unit: int = option(1, "TP-71", (0, 1, 2, 5), low=0, high=1_000)
    fly_on_draw: bool = option(True, "TP-71")
    redeem: str = option("drawn_tile", "TP-19", ("drawn_tile", "any_time"))
    redeem_chi: bool = option(False, "TP-19")
