"""What makes each game itself, pressed by real people on real buttons: built rounds are put on a table and played
over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.tables import Table
from emulator.client import ChatClient, Message, Person
from engine import Action, Round
from storage import RoundRow
from tests.engine.test_guilin import QUIET, WIN_SEAT
from tests.engine.test_nantong_rounds import ORPHANS, READY, nantong
from tests.engine.test_nantong_rounds import near_the_end as nantong_end
from tests.engine.test_three_player_rounds import NOTHING, three
from tests.engine.test_three_player_rounds import robbed as three_robbed
from tests.engine.zipai_tables import dealt, midgame

from .stage import Stage, my_message, open_table, quiet, until


class Game:
    """A table of people in every seat, with the means to press what the script says."""

    def __init__(self, stage: Stage, group: ChatClient, people: list[Person], table: Table) -> None:
        self.stage, self.group, self.people, self.table = stage, group, people, table

    @property
    def round(self) -> Any:
        assert self.table.round is not None
        return self.table.round

    async def put(self, round_: Round) -> None:
        """Play this round instead of the one dealt."""
        await self.settle()
        row, record = self.table.row, round_.record()
        row.round_number += 1
        row.state = "playing"
        self.table.begin(round_)
        made = RoundRow(
            0,
            row.id,
            row.round_number,
            row.game,
            record.version,
            dict(record.options),
            record.seed,
            record.dealer,
            {},
        )
        await self.stage.desk.store.start_round(self.table.to_row(), made, 0.0)
        await self.stage.desk.presenter.changed(self.table)

    async def settle(self) -> None:
        await quiet(self.stage)

    async def hand_of(self, seat: int) -> Message:
        for _ in range(500):
            message = await my_message(self.people[seat], self.table)
            if message is not None:
                return message
            await asyncio.sleep(0.01)
        raise AssertionError(f"seat {seat} sees no buttons; asked are {list(self.round.prompts)}")

    async def press(self, seat: int, text: str) -> int:
        """Play ``text`` by tapping in the private chat; returns how many taps it took."""
        action = Action.read(text, self.table.spec.tiles)
        assert action in self.round.prompts.get(seat, ()), f"{text}: {self.round.prompts}"
        asked = self.table.asked[seat]
        wanted = f"a.{self.table.id}.{asked}.{self.round.prompts[seat].index(action)}"
        person = self.people[seat]
        taps = 0
        while True:
            message = await self.hand_of(seat)
            shown = {b.get("data"): b["text"] for row in message.keyboard for b in row}
            taps += 1
            if wanted in shown:
                answer = await person.tap(message, data=wanted)
                assert answer.answered
                await self.settle()
                return taps
            step = self._step(shown, asked, action)
            await person.tap(message, data=step)
            await self.settle()
            assert taps < 8, f"{text} cannot be reached by buttons: {shown}"

    def _step(self, shown: dict[Any, str], asked: int, action: Action) -> str:
        """The button of a many-formed action that leads on towards ``action``."""
        steps = []
        for data in shown:
            fields = (data or "").split(".")
            if fields[0] == "c" and len(fields) > 3 and fields[2] == str(asked) and fields[3] == action.kind:
                prefix = tuple(map(int, fields[4:]))
                if action.tiles[: len(prefix)] == prefix:
                    steps.append((len(prefix), data))
        assert steps, f"no button leads to {action}: {shown}"
        return max(steps)[1]

    async def pass_until(self, done: Any) -> None:
        """Everybody passes or throws away the last tile until ``done()``."""
        for _ in range(300):
            if done():
                return
            seat = min(self.round.prompts)
            acts = self.round.prompts[seat]
            action = next((a for a in acts if a.kind == "pass"), acts[-1])
            await self.press(seat, action.write(self.table.spec.tiles))
        raise AssertionError("it never came to that")

    async def sees(self, *texts: str) -> None:
        """The group reads these words in the panel or result."""
        await self.settle()
        for text in texts:
            await self.group.wait_for_text(text)

    def melds(self, seat: int) -> list[str]:
        return [m.kind for m in self.round.melds[seat]]


async def sit_down(stage: Stage, game: str) -> Game:
    people = await stage.world.people("Ann", "Bo", "Cy", language_code="zh-hans")
    group = await stage.world.group("牌友", people)
    await stage.desk.store.set_chat_settings(group.id, "", {"last": {"game": game, "setup": {"pictures": False}}})
    table = await open_table(stage, group, people, game)
    table.setup["pictures"] = False
    return Game(stage, group, people, table)


# --- Nantong changpai -------------------------------------------------------------------------------------------


async def test_nantong_an_opening_declaration_baoting_and_its_win(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "nantong")
    await g.put(nantong(["4*2p 6p 9p", READY, ""], avoid="6p 9p", fill=6))
    await g.press(0, "opening_quad 2p")
    assert g.melds(0) == ["opening_quad"]
    await g.pass_until(lambda: 1 in g.round.prompts and any(a.kind == "baoting" for a in g.round.prompts[1]))
    await g.press(1, "baoting")
    await g.sees("报听")
    await g.pass_until(lambda: 0 in g.round.prompts and any(a.kind == "discard" for a in g.round.prompts[0]))
    await g.press(0, "discard 6p")
    await g.press(1, "win")
    await g.sees("🏁", "报听", "起手四张", "底胡")
    assert sum(g.table.scores) == 0


async def test_nantong_a_kong_and_a_drawn_hand_that_still_pays(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "nantong")
    await g.put(nantong_end(2, ["4*8m " + ORPHANS, "3*2m", ORPHANS], "", avoid="2m 8m"))
    await g.press(0, "concealed_kong 8m")
    assert g.melds(0) == ["concealed_kong"]
    await g.pass_until(lambda: g.table.state == "between")
    await g.sees("荒牌", "暗杠")
    assert g.round.result.kind == "draw"
    assert any(g.round.result.net)


# --- Paohuzi ----------------------------------------------------------------------------------------------------


async def test_paohuzi_eating_with_bi_in_two_taps_and_a_pao(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "paohuzi")
    await g.put(dealt("paohuzi", ["x2", "x1 2*x2 2*x3 x4 2*D2", ""], "D9"))
    await g.press(0, "discard x2")
    taps = await g.press(1, "chi x2 D2 D2 x1 x2 x3 x2 x3 x4")
    assert g.melds(1) == ["chi", "chi", "chi"]
    assert taps <= 2, "the meld, then the laid-down sets"
    await g.sees("吃")
    await g.put(dealt("paohuzi", ["D3", "", "3*D3"], "x5"))
    await g.press(0, "discard D3")
    assert g.melds(2) == ["pao"]
    await g.sees("跑 叁")


async def test_paohuzi_a_wei_is_hidden_and_a_second_pao_needs_no_discard(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "paohuzi")
    await g.put(dealt("paohuzi", ["x1", "2*D9", ""], "x5 D9"))
    await g.press(0, "discard x1")
    await g.pass_until(lambda: g.melds(1) == ["wei"])
    await g.sees("偎")
    await g.settle()
    panel = await g.group.last()
    assert "玖" not in panel.text, "the others do not learn what was taken"
    own = await g.people[1].dm.last()
    assert "玖" in own.text
    quiet = ("D4 D4 D8 D8 D10 D10 x5 x5", ["chi x7 x8 x9", "chi D5 D6 D7"] * 2)
    second, _ = midgame(
        "paohuzi",
        [quiet, ("3*x1 D2 D3 D7 x9", ["pao D3 D3 D3 D3", "chi x7 x8 x9", "chi x4 x5 x6"]), quiet],
        "x1 x2 x3 x4",
        turn=0,
    )
    await g.put(second)
    assert g.melds(1)[-1] == "pao"
    assert not any(a.kind == "discard" for a in g.round.prompts.get(1, ())), "重跑: the next seat draws"


async def test_paohuzi_tianhu_and_huang(on_stage: Stage) -> None:
    from tests.engine.test_paohuzi import LIANG_HAND

    g = await sit_down(on_stage, "paohuzi")
    await g.put(dealt("paohuzi", ["", LIANG_HAND, ""], "x1"))
    await g.press(1, "win")
    await g.sees("🏁", "天胡")
    next_round = await g.group.wait_for_button("▶️ 下一局")
    await g.people[0].tap(next_round, "▶️ 下一局")
    await until(lambda: g.table.state == "playing")
    await g.put(Round.deal("paohuzi", {}, b"huang-0", 1, carry={"huang": 0}))
    await g.pass_until(lambda: g.table.state == "between")
    await g.sees("荒庄")
    assert g.table.row.carry == {"huang": 1}


# --- Guilin zipai -----------------------------------------------------------------------------------------------


async def test_guilin_a_win_with_xing(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "guilin")
    round_, _ = midgame("guilin", [QUIET, WIN_SEAT, QUIET], "x1 D9 D6 x1")
    await g.put(round_)
    await g.press(1, "win")
    await g.sees("🏁", "醒")
    assert g.table.scores == [-13, 26, -13]


# --- three-player mahjong ---------------------------------------------------------------------------------------


async def test_three_player_a_bonus_chain_a_false_pong_and_a_redeemed_fly(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "three_player")
    await g.put(
        three(["N " + NOTHING, "N J 1p 1p 5p 5p 9p", "1p 9p"], front="a1 8p N", back="c f4", avoid="N", fill=3)
    )
    await g.press(0, "discard N")
    await g.press(1, "false_pong N N J")
    assert g.melds(1) == ["false_pong"]
    await g.press(1, g.round.prompts[1][-1].write(g.table.spec.tiles))
    await g.pass_until(lambda: 1 in g.round.prompts and any(a.kind == "redeem" for a in g.round.prompts[1]))
    await g.sees("假碰", "花牌")
    await g.press(1, "redeem N N J")
    assert g.melds(1) == ["pong"]
    await g.sees("赎牌")


async def test_three_player_putting_out_a_fly_and_a_robbed_kong(on_stage: Stage) -> None:
    g = await sit_down(on_stage, "three_player")
    await g.put(three(["J J " + NOTHING, "5p 5p J", NOTHING], back="2p 3p", avoid="5p"))
    await g.press(0, "put_fly J")
    await g.sees("顿飞")
    hand = await g.hand_of(0)
    assert "🎴" in hand.text
    await g.put(three_robbed())
    await g.press(0, "added_kong 5p")
    await g.press(1, "win")
    await g.sees("🏁", "抢杠")
    assert sum(g.table.scores) == 0
