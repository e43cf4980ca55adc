"""Sichuan mahjong 四川麻将: 108 tiles, four seats, ordinary and blood battle (rules: seeds/sichuan.md)."""

from ...games import Game
from ...tiles import TileSet
from .options import SichuanOptions

_RANKS = "一二三四五六七八九"
TILES = TileSet(
    names=[f"{r}{s}" for s in "mps" for r in range(1, 10)],
    glyphs=[f"{r}{s}" for s in "万筒条" for r in _RANKS],
    suits=((0, 9), (9, 18), (18, 27)),
)

GAME = Game(
    id="sichuan",
    seats=4,
    tiles=TILES,
    options=SichuanOptions,
    new_session=True,  # SC-67
    claims=("pong", "kong"),
    chunks={"exchange": 1},
    presets={
        "seed": {},
        "ordinary": {"mode": "normal", "zhigang_pay": 2, "cha_jiao": "min", "dealer_normal": "winner"},
        "online": {
            "mode": "blood",
            "exchange": "dice",
            "void_suit": "on",
            "points": "exp",
            "cap": 4,
            "zhigang_pay": 2,
            "self_draw": "plus_base",
        },
    },
)
