"""The tile kinds of three-player mahjong by name, and how a packed hand is cut (TP-1)."""

EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(9, 16)
"""东南西北中发白."""
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (RED, GREEN, WHITE)
HONOURS = 9
"""The first honour; kinds below are 1p to 9p."""
FLY = 16
"""飞."""
BONUS = 17
"""The first bonus tile: f1 to f8, a1 to a4, then the clowns."""
FLOWERS = range(17, 25)
"""春夏秋冬梅兰菊竹."""
ANIMALS = range(25, 29)
CLOWN = 29

DOT_BITS = 27
DOT_MASK = (1 << DOT_BITS) - 1
HONOUR_MASK = (1 << 21) - 1
FLY_SHIFT = 48
BONUS_SHIFT = 51
PLAY_MASK = (1 << FLY_SHIFT) - 1
FLOWER_MASK = (1 << 24) - 1 << BONUS_SHIFT
"""One bit field for each of the eight flowers."""
EIGHT_FLOWERS = sum(1 << 3 * k for k in FLOWERS)
