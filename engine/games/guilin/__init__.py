"""Guilin zipai 桂林字牌: three seats, character cards, wins also on discards, 醒 cards. Rules:
seeds/guilin.md."""

from ...zipai import TILES
from .. import Game
from .options import GuilinOptions

GAME = Game(
    id="guilin",
    seats=3,
    tiles=TILES,
    claims=("chi", "peng"),
    chunks={"chi": 3},
    options=GuilinOptions,
    first_dealer=0,  # GL-9
    presets={"seed": {}, "fifteen": {"min_hu": 15}, "app": {"xing_mid": False, "must_hu": "always"}},
)
