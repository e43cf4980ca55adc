"""Three-player mahjong with flying jokers (3P 麻将): 84 tiles, three seats; rule sheet seeds/three_player.md
(TP-)."""

from ...tiles import TileSet
from .. import Game
from .options import ThreePlayerOptions

TILES = TileSet(
    names=[
        *(f"{n}p" for n in range(1, 10)),
        *"ESWNCFP",
        "J",
        *(f"f{n}" for n in range(1, 9)),
        *(f"a{n}" for n in range(1, 5)),
        "c",
    ],
    glyphs=[
        *(f"{n}筒" for n in "一二三四五六七八九"),
        *"东南西北中发白",
        "飞",
        *"春夏秋冬梅兰菊竹",
        *"猫鼠鸡虫",
        "丑",
    ],
    copies=[4] * 17 + [1] * 12 + [4],
    suits=[(0, 9), (9, 16), (16, 17), (17, 25), (25, 29), (29, 30)],
)

GAME = Game(
    id="three_player",
    seats=3,
    tiles=TILES,
    options=ThreePlayerOptions,
    claims=("chow", "pong", "kong"),
    presets={
        "seed": {},
        "inclusive": {"value_style": "inclusive"},
        "three_fan": {"min_fan": 3},
        "all_winners": {"multi_win": "all"},
    },
)
