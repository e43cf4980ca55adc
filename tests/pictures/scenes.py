"""Scenes for the tests: small ones by hand, and real rounds of every game played to a given depth."""

from __future__ import annotations

import random
from functools import cache

from ai.players import choose
from bot.pictures import Chip, EndScene, HandScene, Laid, ResultScene, SeatScene, TableScene
from bot.pictures.scene import HIDDEN
from bot.tables.table import BETWEEN, PLAYING, Seat, Table
from engine import Round, games
from storage import TableRow

NAMES = ("小明", "Alice", "阿强", "Mei")


def played(game: str, moves: int, seed: int = 7, private: bool = False) -> Table:
    """A table in the middle of a round: ``moves`` random ones, claims liked, wins avoided."""
    spec = games.get(game)
    rng = random.Random(seed)
    round_ = Round.deal(game=game, options=spec.options(), seed=seed.to_bytes(8, "big"), dealer=seed % spec.seats)
    for _ in range(moves):
        seat = rng.choice(sorted(round_.prompts))
        actions = [a for a in round_.prompts[seat] if a.kind != "win"] or list(round_.prompts[seat])
        claims = [a for a in actions if a.kind not in ("discard", "pass", "leave")]
        following = round_.copy()
        following.act(seat, rng.choice(claims if claims and rng.random() < 0.8 else actions))
        if following.result is not None:
            break
        round_ = following
    row = TableRow(
        id=1,
        chat_id=5 if private else -100,
        topic_id=0,
        game=game,
        state=PLAYING,
        host_id=100,
        round_number=3,
        messages={},
        setup={},
        options={},
        seats=[],
    )
    table = Table(row, spec.options(), [Seat(100 + i, NAMES[i]) if i != 1 else Seat() for i in range(spec.seats)])
    table.scores = [12, -7, 0, -5][: spec.seats]
    table.round = round_
    return table


def ended(game: str, seed: int = 7, private: bool = False) -> Table:
    """A table whose round has been played to its end at random, wins taken."""
    made = played(game, 0, seed, private)
    assert made.round is not None
    rng = random.Random(seed)
    while made.round.result is None:
        seat = rng.choice(sorted(made.round.prompts))
        actions = made.round.prompts[seat]
        wins = [a for a in actions if a.kind == "win"]
        made.round.act(seat, rng.choice(wins or list(actions)))
    made.row.state = BETWEEN
    return made


@cache
def contested(game: str) -> tuple[Table, ...]:
    """Tables whose rounds have been played by seats that want to win: random play hardly ever wins at Sichuan, and
    never at Nantong. Not to be changed."""
    tables = tuple(played(game, 0, seed) for seed in range(6))
    for made in tables:
        assert made.round is not None
        while made.round.result is None:
            seat = min(made.round.prompts)
            made.round.act(seat, choose("novice", made.round.view(seat)))
        made.row.state = BETWEEN
    assert any(made.round.result.winners for made in tables)  # type: ignore[union-attr]
    return tables


def mahjong(**changes: object) -> TableScene:
    """Four seats in the middle of a round of mahjong."""
    seats = (
        SeatScene(
            "小明",
            10,
            12,
            (Laid(("五筒", "五筒", "五筒"), 2, 2),),
            ("一万", "九条", "东"),
            (Chip("缺", "万"),),
            dealer=True,
            turn=True,
        ),
        SeatScene("AI 2", 13, -7, (), ("一条", "八条", "三筒"), robot=True),
        SeatScene("阿强", 7, 0, (Laid(("二万",) * 4, 3, 1), Laid((HIDDEN,) * 4)), ("白", "发"), last=True),
        SeatScene("Mei", 13, -5, (), tuple(f"{r}条" for r in "一二三四五六七八九"), away=True),
    )
    made = TableScene("mahjong", "zh_Hans", "四川麻将 · 第 3 局", 42, 60, seats, (), "庄")
    return replaced(made, **changes)


def replaced(scene: TableScene, **changes: object) -> TableScene:
    """The scene with other facts; ``seat0`` … ``seat3`` hold changes of one seat."""
    from dataclasses import replace

    seats = list(scene.seats)
    for name in [n for n in changes if n.startswith("seat") and n[4:].isdigit()]:
        seats[int(name[4:])] = replace(seats[int(name[4:])], **changes.pop(name))  # type: ignore[arg-type]
    return replace(scene, seats=tuple(seats), **changes)  # type: ignore[arg-type]


def nantong() -> TableScene:
    """Three seats of Nantong changpai, late: seven melds, a long row of discards, the flips."""
    suits = [f"{r}{s}" for s in "万条饼" for r in "一二三四五六七八九"]
    seats = (
        SeatScene("小明", 23, 0, (), tuple(suits[:9]), dealer=True),
        SeatScene(
            "Alice",
            2,
            30,
            tuple(Laid((g,) * 3, 0, i % 3 if i % 3 != 1 else -1) for i, g in enumerate(suits[10:17])),
            tuple(suits),
            (Chip("报听"),),
        ),
        SeatScene(
            "阿强", 22, -30, (Laid(("千",) * 4), Laid(("红",) * 3, 2, 0)), ("白", "九条", "千"), turn=True, last=True
        ),
    )
    return TableScene(
        "changpai", "zh_Hant", "南通長牌 · 第 1 局", 12, 30, seats, (Chip("翻將", "", ("七万", "九条")),), "莊"
    )


def zipai() -> TableScene:
    """Three seats of character cards, with face-down sets."""
    seats = (
        SeatScene(
            "小明",
            11,
            0,
            (Laid(("二", "七", "十"), 1, 2), Laid(("捌",) * 3, 0, 1)),
            ("玖", "拾"),
            (Chip("桌面胡息", "9"),),
        ),
        SeatScene("AI 2", 14, 6, (Laid((HIDDEN,) * 3), Laid(("四",) * 4)), ("一",), dealer=True, turn=True, robot=True),
        SeatScene("Mei", 20, -6, (), ("贰", "叁", "陆", "柒"), last=True),
    )
    return TableScene("zipai", "zh_Hans", "跑胡子 · 第 2 局", 19, 0, seats, (Chip("亮张", "", ("伍",)),), "庄")


def three_player() -> TableScene:
    """Three seats with flowers, animals, clowns and flies."""
    seats = (
        SeatScene(
            "小明",
            8,
            5,
            (Laid(("白", "白", "飞"), 0, 2),),
            ("四筒", "东"),
            (Chip("门风", "西"), Chip("花牌", "", tuple("梅菊猫丑")), Chip("台面番", "2")),
            turn=True,
        ),
        SeatScene(
            "Alice", 14, -5, (), ("九筒",), (Chip("门风", "东"), Chip("花牌", "", tuple("春夏秋冬"))), dealer=True
        ),
        SeatScene(
            "阿强",
            13,
            0,
            (),
            ("中", "发"),
            (Chip("门风", "南"), Chip("花牌", "", tuple("兰竹鼠鸡虫"))),
            last=True,
            out=True,
        ),
    )
    return TableScene("mahjong", "en", "Three-player mahjong · round 1", 30, 60, seats, (), "D")


def mahjong_hand() -> HandScene:
    """A hand that is ready, with a drawn tile and dead ones."""
    tiles = ("一万", "二万", "三万", "四筒", "四筒", "六条", "七条", "八条", "东", "东")
    return HandScene(
        "mahjong",
        "zh_Hans",
        tiles,
        "四筒",
        frozenset({"东"}),
        (Laid(("五筒",) * 3, 0, 3),),
        0,
        4,
        (Chip("过胡锁"),),
        (("四筒", 1), ("东", 0)),
        "听牌",
    )


def changpai_hand() -> HandScene:
    """The dealer's 23 cards."""
    tiles = (*(f"{r}{s}" for s in "万条" for r in "一二三四五六七八九"), "二饼", "九饼", "千", "白")
    return HandScene("changpai", "zh_Hans", tiles, "红", chips=(Chip("底胡", "12"),), seats=3)


def zipai_hand() -> HandScene:
    """Twenty character cards, three of them locked, and a card to answer."""
    tiles = (*"一二二三五七八八十", *("肆",) * 3, *"壹贰贰陆柒柒玖拾")
    return HandScene(
        "zipai",
        "zh_Hans",
        tiles,
        dead=frozenset({"肆"}),
        seats=3,
        chips=(Chip("自己桌面胡息", "6"),),
        asked="拾",
        asked_label="Mei",
        asked_seat=2,
    )


def solo() -> HandScene:
    """A table of one's own: the table above the hand."""
    from dataclasses import replace

    return replace(mahjong_hand(), table=mahjong(), melds=())


def result_mahjong() -> ResultScene:
    """Three winners of a blood battle, one with a name that does not fit, a kong laid face down, and who lost."""
    pairs = tuple(f"{r}{s}" for s in "万筒" for r in "一二三") * 2
    ends = (
        EndScene(
            1, "一二三四五六七八九十一二三四五…", 6, 1106, ("二万", "三万", "四万", "五条", "五条"),
            (Laid(("八万",) * 4, 0, 0), Laid(("一条",) * 3, 1, 3)), True, "一条", "接炮", 2, "阿强",
            (Chip("平胡", "1"), Chip("根", "1"), Chip("杠", "1")), "共收 3",
        ),
        EndScene(
            3, "AI 4", 0, 0, (*pairs, "九筒"), (), True, "九筒", "自摸", -1, "", (Chip("暗七对", "3"),), "2 家共收 6",
            robot=True,
        ),
        EndScene(
            0, "小明", 0, -12, (*("二筒",) * 3, "六条", "七条", "八条", "三条"),
            (Laid(("六筒",) * 4), Laid(("九万",) * 3)), True, "三条", "抢杠", 2, "阿强",
            (Chip("抢杠胡", "1"),), "共收 1",
        ),
        EndScene(2, "阿强", -6, -1094, tuple(f"{r}条" for r in "一二三四五六七八九") + ("东",) * 4, deals_next=True),
    )  # fmt: skip
    return ResultScene("mahjong", "zh_Hans", "四川麻将 · 第 3 局", "胡牌", ends, (), "下局庄")


def result_changpai() -> ResultScene:
    """A hand without melds, what every hand counts, the flips."""
    suits = [f"{r}{s}" for s in "万条饼" for r in "一二三四五六七八九"]
    ends = (
        EndScene(
            2, "阿强", 240, 240, tuple(suits[:22]), (), True, "千", "自摸", -1, "",
            (Chip("清胡", "100"), Chip("自摸", "10"), Chip("三老聚會", "×2")), "計 130 胡", deals_next=True,
        ),
        EndScene(0, "小明", -120, -20, tuple(suits[3:25]), counted="計 10 胡"),
        EndScene(
            1, "AI 2", -120, -220, tuple(suits[5:18]), (Laid(("紅",) * 3, 0, 0), Laid(("二饼",) * 4, 3, 2)),
            counted="計 30 胡", robot=True,
        ),
    )  # fmt: skip
    return ResultScene(
        "changpai", "zh_Hant", "南通長牌 · 第 1 局", "胡牌", ends, (Chip("翻將", "", ("七万", "九条")),), "下局莊"
    )


def result_zipai() -> ResultScene:
    """A win on another's draw, in English, with a calculation instead of patterns."""
    ends = (
        EndScene(
            1, "Alice", 36, 36, tuple("一八八八九九十十十壹壹玖拾拾"),
            (Laid(tuple("三二四"), 0, 0), Laid(("五",) * 3, 0, 2)), True, "八", "On another's draw", 0, "Bob",
            (Chip("", "Plain win"), Chip("hu 10"), Chip("1 zi"), Chip("9 xing (turned 9)"), Chip("× 2 fan")),
            "collects 36 from 2 players", deals_next=True,
        ),
        EndScene(0, "Bob", -18, -18, tuple("一一二二三三七七壹贰贰叁柒柒"), (Laid(tuple("肆伍陆"), 0, 2),)),
        EndScene(2, "AI 3", -18, -18, tuple("四四五六七七十贰叁叁叁肆肆伍陆柒捌捌玖拾"), robot=True),
    )  # fmt: skip
    chips = (Chip("turned", "", ("九", "拾", "二")),)
    return ResultScene("zipai", "en", "Guilin zipai · round 3", "Won", ends, chips, "Next dealer")


def result_three_player() -> ResultScene:
    """Flies, honours, flowers, animals and clowns."""
    ends = (
        EndScene(
            2, "阿强", 63, 63, ("四筒", "四筒", "东", "东", "飞"),
            (Laid(("中", "中", "飞"), 0, 0), Laid(("南",) * 3, 0, 1)), True, "东", "接炮", 1, "AI 2",
            tuple(Chip(x, "1") for x in ("春", "梅", "猫", "三个东", "三个中", "全筒对对胡", "吃胡")), "2 家共收 60",
            (Chip("", "", tuple("春梅猫丑")),), deals_next=True,
        ),
        EndScene(
            0, "小明", -20, -20, ("一筒", "二筒", "三筒", "飞"), extra=(Chip("", "", tuple("夏秋冬兰菊竹鼠鸡虫丑")),)
        ),
        EndScene(
            1, "AI 2", -43, -43, ("白", "白", "发"), (Laid(("西",) * 4),), extra=(Chip("", "", ("丑",)),), robot=True
        ),
    )  # fmt: skip
    return ResultScene("mahjong", "zh_Hans", "三人麻将（飞） · 第 3 局", "胡牌", ends, (), "下局庄")


def result_draw() -> ResultScene:
    """Nobody has won."""
    ends = tuple(
        EndScene(
            seat, name, 0, 5 - 5 * seat, tuple("一二三七十壹贰柒柒捌捌"), (Laid(("四",) * 4),), deals_next=seat == 1
        )
        for seat, name in enumerate(NAMES[:3])
    )
    return ResultScene("zipai", "zh_Hans", "跑胡子 · 第 2 局", "荒庄", ends, (), "下局庄")


GOLDEN = {
    "mahjong": mahjong,
    "nantong": nantong,
    "zipai": zipai,
    "three_player": three_player,
    "hand_mahjong": mahjong_hand,
    "hand_changpai": changpai_hand,
    "hand_zipai": zipai_hand,
    "solo": solo,
    "result_mahjong": result_mahjong,
    "result_changpai": result_changpai,
    "result_zipai": result_zipai,
    "result_three_player": result_three_player,
    "result_draw": result_draw,
}
"""Name of the reference picture -> its scene."""
