"""Nantong changpai (南通长牌): 120 cards, three seats, seven sets and a pair; rule sheet seeds/nantong.md
(NT-)."""

from ...tiles import TileSet
from .. import Game
from .options import NantongOptions

TILES = TileSet(
    names=[f"{n}{suit}" for suit in "msp" for n in range(1, 10)] + ["Q", "B", "H"],
    glyphs=[f"{n}{suit}" for suit in "万条饼" for n in "一二三四五六七八九"] + ["千", "白", "红"],
    suits=[(0, 9), (9, 18), (18, 27), (27, 30)],
)

GAME = Game(
    id="nantong",
    seats=3,
    tiles=TILES,
    options=NantongOptions,
    claims=("pong", "kong"),
)
