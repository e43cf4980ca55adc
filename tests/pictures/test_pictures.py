"""What a picture shows: each fact changes it where it stands and nowhere else."""

from __future__ import annotations

import io
import statistics
import time
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from bot import pictures
from bot.pictures import HandScene, Laid, ResultScene, Scene, TableScene, fonts, palette
from bot.pictures import table_picture as table
from bot.pictures.scene import HIDDEN
from bot.pictures.sprites import Look, sprite
from bot.views.scene import hand_scene, result_scene, table_scene
from bot.words import LANGUAGES, words
from engine import games
from engine.tiles import UNIT, unpack

from . import scenes


def pixels(scene: Scene) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(pictures.draw(scene))).convert("RGB"), dtype=np.int16)


def changed(one: Scene, other: Scene) -> tuple[int, int, int, int]:
    """(left, top, right, bottom) of what differs; fails when nothing does or the sizes are not the same."""
    a, b = pixels(one), pixels(other)
    assert a.shape == b.shape
    rows, columns = np.nonzero((a != b).any(axis=2))
    assert rows.size, "the pictures are the same"
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def colours(scene: Scene, box: tuple[int, int, int, int]) -> set[tuple[int, ...]]:
    left, top, right, bottom = box
    return {tuple(int(v) for v in c) for row in pixels(scene)[top:bottom, left:right] for c in row}


# --- the table --------------------------------------------------------------------------------------------------


def test_a_ring_marks_the_last_discard_and_only_that() -> None:
    marked = scenes.mahjong()
    plain = scenes.mahjong(seat2={"last": False})
    left, top, right, bottom = changed(marked, plain)
    # The ring and the tile that moved aside for it: no wider than two tiles, no higher than one and its ring.
    assert right - left < 2.5 * table.WIDTHS[0]
    assert bottom - top < 1.8 * table.WIDTHS[0] + 2 * table.RING
    assert palette.GOLD in colours(marked, (left, top, right, bottom))
    assert palette.GOLD not in colours(plain, (left, top, right, bottom))


@pytest.mark.parametrize(("source", "other"), [(1, 2), (2, 3), (3, 1)])
def test_a_claimed_tile_carries_the_badge_of_the_seat_it_came_from(source: int, other: int) -> None:
    def claimed(seat: int) -> TableScene:
        return scenes.mahjong(seat0={"melds": (Laid(("五筒", "五筒", "五筒"), 0, seat),)})

    box = changed(claimed(source), claimed(other))
    assert palette.SEATS[source] in colours(claimed(source), box)
    assert palette.SEATS[source] not in colours(claimed(other), box)


def test_the_claimed_tile_lies_on_the_side_it_came_from() -> None:
    from bot.pictures.parts import ordered

    laid = Laid(("一筒", "二筒", "三筒"), 1, 3)
    assert ordered(laid, seat=0, seats=4) == [("二筒", True), ("一筒", False), ("三筒", False)]
    assert ordered(replace(laid, source=1), 0, 4)[-1] == ("二筒", True)
    assert ordered(replace(laid, source=2), 0, 4)[1] == ("二筒", True)
    assert not any(claimed for _, claimed in ordered(Laid(("白",) * 4), 0, 4))


def test_a_claimed_mahjong_tile_lies_on_its_side_and_a_card_does_not() -> None:
    upright = sprite("五筒", 60, Look("mahjong", palette.PANEL))
    turned = sprite("五筒", 60, Look("mahjong", palette.PANEL, turned=True))
    assert upright.size[0] < upright.size[1]
    assert turned.size[0] > turned.size[1]
    own = scenes.mahjong(seat0={"melds": (Laid(("五筒",) * 3),)})
    left, _, right, _ = changed(scenes.mahjong(), own)
    assert right - left > 60


def test_a_face_down_meld_shows_backs() -> None:
    down = scenes.mahjong()
    up = scenes.mahjong(seat2={"melds": (Laid(("二万",) * 4, 3, 1), Laid(("九条",) * 4))})
    box = changed(down, up)
    assert palette.TEAL in colours(down, box)
    assert palette.IVORY not in colours(down, (box[0] + 8, box[1] + 8, box[2] - 8, box[3] - 24))
    assert palette.IVORY in colours(up, box)


def test_turn_dealer_robot_score_wall_and_clock_show() -> None:
    now = scenes.mahjong()
    edge = changed(now, scenes.mahjong(seat0={"turn": False}))
    assert (edge[0], edge[2]) == (table.MARGIN, table.WIDTH - table.MARGIN), "the whole panel glows"
    for fact in ({"dealer": False}, {"score": 13}, {"hand_size": 9}, {"name": "小紅"}, {"chips": ()}, {"away": True}):
        changed(now, scenes.mahjong(seat0=dict(fact)))
    changed(now, scenes.mahjong(seat1={"robot": False}))
    assert changed(now, scenes.mahjong(wall=41))[3] <= table.BAR
    assert changed(now, scenes.mahjong(clock=0))[3] <= table.BAR
    assert changed(scenes.nantong(), replace(scenes.nantong(), chips=()))[3] <= table.BAR


def test_a_long_name_is_cut_and_stays_beside_score_and_hand() -> None:
    long = scenes.mahjong(seat0={"name": "一二三四五六七八九十一二三四五六"})
    longer = scenes.mahjong(seat0={"name": "一二三四五六七八九十一二三四五六" * 3})
    short = pixels(scenes.mahjong())
    for scene in (long, longer):
        made = pixels(scene)
        assert made.shape == short.shape
        right = slice(table.WIDTH - 240, table.WIDTH)
        assert (made[table.BAR : table.BAR + 70, right] == short[table.BAR : table.BAR + 70, right]).all()


def test_names_the_font_cannot_write_become_what_it_can() -> None:
    assert fonts.readable("Alice 🎉", "#1") == "Alice"
    assert fonts.readable("🌸🌸", "#4") == "#4"
    assert fonts.readable("Иван ñ 小明", "#1") == "Иван ñ 小明"


# --- the hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [scenes.mahjong_hand, scenes.zipai_hand])
def test_dead_tiles_are_grey(make) -> None:  # type: ignore[no-untyped-def]
    dead = make()
    alive = replace(dead, dead=frozenset())
    box = changed(dead, alive)
    bright = palette.IVORY if dead.family == "mahjong" else palette.PAPER_BIG
    inner = (box[0] + 12, box[1] + 12, box[2] - 12, box[1] + 60)
    assert bright not in colours(dead, inner)
    assert bright in colours(alive, inner)


def test_the_drawn_tile_stands_apart_with_a_ring() -> None:
    drawn = scenes.mahjong_hand()
    kept = replace(drawn, tiles=tuple(sorted((*drawn.tiles, drawn.drawn))), drawn="")
    left, top, right, bottom = changed(drawn, kept)
    assert palette.GOLD in colours(drawn, (right - 110, top, right, bottom))
    assert palette.GOLD not in colours(kept, (left, bottom - 90, right, bottom))


def test_a_hand_does_not_change_its_size_when_a_tile_is_drawn() -> None:
    tiles = ("一万",) * 13
    before = HandScene("mahjong", "zh_Hans", tiles)
    after = replace(before, drawn="九筒")
    assert changed(before, after)[0] > 700, "only the drawn tile comes to it, on the right"


def test_waits_show_how_many_are_left() -> None:
    ready = scenes.mahjong_hand()
    changed(ready, replace(ready, waits=(("四筒", 2), ("东", 0))))
    assert pixels(ready).shape[0] > pixels(replace(ready, waits=())).shape[0]


def test_the_tile_to_answer_shows_with_its_player() -> None:
    asked = scenes.zipai_hand()
    changed(asked, replace(asked, asked="玖"))
    changed(asked, replace(asked, asked_seat=1))
    assert pixels(asked).shape[0] > pixels(replace(asked, asked="")).shape[0]


@pytest.mark.parametrize("count", [20, 21])
def test_character_cards_of_one_rank_stand_in_one_column(count: int) -> None:
    from bot.pictures.hand_picture import _columns

    tiles = (*"一二二三五七八八十", *("肆",) * 3, *"壹贰贰陆柒柒玖拾玖")[:count]
    layout = _columns(HandScene("zipai", "zh_Hans", tiles))
    assert len(layout.places) == count
    assert len({x for x, *_ in layout.places}) == 10
    assert layout.width > 75, "no narrower than 25 points"


def test_twenty_three_cards_stay_readable() -> None:
    from bot.pictures.hand_picture import _rows

    layout = _rows(scenes.changpai_hand())
    assert len(layout.places) == 23
    assert layout.width >= 72, "24 points"
    assert all(x + layout.width <= 1080 for x, *_ in layout.places)


# --- the result -------------------------------------------------------------------------------------------------


def with_end(scene: ResultScene, at: int, **changes: object) -> ResultScene:
    ends = list(scene.ends)
    ends[at] = replace(ends[at], **changes)  # type: ignore[arg-type]
    return replace(scene, ends=tuple(ends))


def test_the_winning_tile_stands_apart_with_a_ring() -> None:
    won = scenes.result_zipai()
    other = with_end(won, 0, won="玖")
    left, top, right, bottom = changed(won, other)
    assert right - left < 110, "that tile alone"
    around = (left - 12, top - 12, right + 12, bottom + 12)
    assert palette.GOLD in colours(won, around)


def test_gain_score_dealer_source_and_what_it_comes_to_show() -> None:
    now = scenes.result_mahjong()
    for fact in (
        {"gain": 7}, {"score": 1107}, {"source": 3}, {"source_name": "小紅"}, {"counted": "共收 4"}, {"how": "自摸"},
        {"deals_next": True}, {"name": "小明"}, {"chips": now.ends[0].chips[:2]}, {"melds": now.ends[0].melds[::-1]},
    ):  # fmt: skip
        changed(now, with_end(now, 0, **fact))
    assert palette.GOLD in colours(now, changed(now, with_end(now, 0, gain=7)))
    lost = changed(now, with_end(now, 3, gain=-7))
    assert palette.LOSS in colours(now, lost)
    assert palette.GOLD not in colours(now, lost)
    changed(now, with_end(now, 3, deals_next=False))
    changed(now, replace(now, outcome="流局"))


def test_a_long_name_leaves_the_gain_alone() -> None:
    short = pixels(with_end(scenes.result_mahjong(), 0, name="明"))
    long = pixels(with_end(scenes.result_mahjong(), 0, name="长" * 40, deals_next=True))
    right = slice(1080 - 250, 1080)
    assert (short[84:160, right] == long[84:160, right]).all()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.ids())
def test_the_end_of_every_game_draws_in_every_language(game: str, language: str) -> None:
    for made in (*(scenes.ended(game, seed) for seed in range(8)), *scenes.contested(game)):
        scene = result_scene(made, words(language))
        assert sorted(end.seat for end in scene.ends) == list(range(games.get(game).seats))
        assert sum(end.deals_next for end in scene.ends) == 1
        picture = pictures.draw(scene)
        shown = Image.open(io.BytesIO(picture))
        assert shown.width == 1080
        assert 486 <= shown.height <= 1400
        assert len(picture) < 80_000


@pytest.mark.parametrize("game", games.ids())
def test_every_hand_is_laid_open_and_the_winning_tile_is_one_of_the_winner(game: str) -> None:
    for made in (*(scenes.ended(game, seed) for seed in range(12)), *scenes.contested(game)):
        assert made.round is not None
        sheets = {s.seat: s for s in made.round.result.sheets if s.how}  # type: ignore[union-attr]
        for end in result_scene(made, words("en")).ends:
            packed = sheets[end.seat].hand if end.seat in sheets else made.round.hands[end.seat]
            assert len(end.tiles) + bool(end.won) == len(list(unpack(packed)))
            assert end.winner is (end.seat in sheets)
            assert HIDDEN not in end.tiles
            assert all(HIDDEN not in laid.tiles for laid in end.melds)


# --- real rounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.ids())
def test_every_game_draws_in_every_language_and_size(game: str, language: str) -> None:
    for moves in (0, 12, 45, 500):
        made = scenes.played(game, moves)
        assert made.round is not None
        picture = pictures.table(table_scene(made, words(language)))
        shown = Image.open(io.BytesIO(picture))
        assert shown.width == 1080
        assert shown.height <= 1400
        assert len(picture) < 130_000
        for seat in range(made.spec.seats):
            waits = made.spec.model.waits(made.round.view(seat))
            hand = pictures.hand(hand_scene(made, seat, words(language), waits))
            assert Image.open(io.BytesIO(hand)).width == 1080
            assert len(hand) < 60_000


@pytest.mark.parametrize("game", games.ids())
def test_a_solo_table_shows_table_and_hand(game: str) -> None:
    made = scenes.played(game, 30, private=True)
    scene = hand_scene(made, 0, words("en"), {})
    assert scene.table == table_scene(made, words("en"))
    whole = Image.open(io.BytesIO(pictures.hand(scene)))
    above = Image.open(io.BytesIO(pictures.table(scene.table)))
    assert whole.height > above.height + 200
    upper = np.asarray(whole.convert("RGB"))[: above.height]
    assert (upper == np.asarray(above.convert("RGB"))).all()
    assert not scene.melds, "they lie on the table already"


def test_a_hand_is_high_enough_not_to_be_cropped() -> None:
    """Clients crop what is much wider than high."""
    for tiles in ((), ("一万",), ("一万",) * 5, ("一万",) * 13):
        shown = Image.open(io.BytesIO(pictures.hand(HandScene("mahjong", "zh_Hans", tiles))))
        assert shown.height / shown.width >= 0.45


@pytest.mark.parametrize("game", games.ids())
@pytest.mark.parametrize("moves", [0, 25, 60])
def test_the_public_picture_knows_no_concealed_tile(game: str, moves: int) -> None:
    """With the hands of two seats exchanged (same sizes), the public scene stays the same: it cannot depend on them."""
    made = scenes.played(game, moves)
    assert made.round is not None
    before = table_scene(made, words("en"))
    round_ = made.round
    seats = round_.seats
    same = [
        (a, b)
        for a in range(seats)
        for b in range(a)
        if round_.view(None).hand_sizes[a] == round_.view(None).hand_sizes[b]
    ]
    if not same:
        # Give one seat other tiles instead: its first concealed tile becomes another kind.
        seat = next(s for s in range(seats) if round_.hands[s])
        tile = unpack(round_.hands[seat])[0]
        round_.hands[seat] += UNIT[(tile + 1) % made.spec.tiles.size] - UNIT[tile]
    else:
        a, b = same[0]
        round_.hands[a], round_.hands[b] = round_.hands[b], round_.hands[a]
    assert table_scene(made, words("en")) == before
    assert all(
        glyph in made.spec.tiles.glyphs or glyph == HIDDEN for s in before.seats for m in s.melds for glyph in m.tiles
    )


def test_face_down_melds_of_others_come_as_backs_and_ones_own_as_tiles() -> None:
    for seed in range(40):
        made = scenes.played("paohuzi", 40, seed)
        assert made.round is not None
        for seat, melds in enumerate(made.round.melds):
            hidden = [m for m in melds if m.down]
            if hidden:
                public = table_scene(made, words("en")).seats[seat].melds
                assert sum(m.tiles.count(HIDDEN) for m in public) == sum(m.down for m in hidden)
                own = hand_scene(made, seat, words("en"), {}).melds
                assert not any(HIDDEN in m.tiles for m in own)
                return
    raise AssertionError("no round had a face-down set")


# --- bytes ------------------------------------------------------------------------------------------------------


def test_equal_scenes_give_equal_bytes_also_after_the_sprites_are_made_anew() -> None:
    first = [pictures.table(scenes.mahjong()), pictures.hand(scenes.zipai_hand())]
    sprite.cache_clear()
    assert [pictures.table(scenes.mahjong()), pictures.hand(scenes.zipai_hand())] == first


def test_pictures_are_quick_and_small_once_sprites_are_made() -> None:
    """Generous bounds (a busy machine): benchmarks/pictures.py has the real figures."""
    for scene, draw, milliseconds, kilobytes in (
        (scenes.mahjong(), pictures.table, 60, 70),
        (scenes.nantong(), pictures.table, 80, 110),
        (scenes.changpai_hand(), pictures.hand, 40, 50),
    ):
        made = draw(scene)  # type: ignore[operator]
        taken = []
        for _ in range(5):
            began = time.perf_counter()
            assert draw(scene) == made  # type: ignore[operator]
            taken.append((time.perf_counter() - began) * 1000)
        assert statistics.median(taken) < milliseconds
        assert len(made) < kilobytes * 1024


def test_the_palette_fits() -> None:
    assert len(palette.COLOURS) <= 256
    for ground in palette.GROUNDS:
        assert palette.COLOURS[palette.index(ground)] == ground
