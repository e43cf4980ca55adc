"""Paohuzi 跑胡子: three seats, character cards, wins on turned cards from 15 胡息. Rules:
seeds/paohuzi.md."""

from ...zipai import TILES
from .. import Game
from .options import PaohuziOptions

GAME = Game(
    id="paohuzi",
    seats=3,
    tiles=TILES,
    claims=("chi", "peng"),
    chunks={"chi": 3},
    options=PaohuziOptions,
    new_session=True,  # PH-11
    presets={"seed": {}, "strict": {"dui_strict": True, "xiao_cap16": True}},
)
