"""Flood control and sizes, without a server."""

from __future__ import annotations

import pytest

from emulator.clock import FrozenClock
from emulator.errors import Refusal
from emulator.limits import FloodControl, FloodSettings, check_caption, check_text, utf16_length

GROUP = -100
PRIVATE = 100


def admitted(flood: FloodControl, chat_id: int, now: float, tries: int) -> int:
    count = 0
    for _ in range(tries):
        try:
            flood.admit(chat_id, now)
        except Refusal:
            break
        count += 1
    return count


def test_a_group_takes_a_small_burst_and_then_names_the_wait() -> None:
    flood = FloodControl()
    assert admitted(flood, GROUP, 0.0, 50) == 5
    with pytest.raises(Refusal) as refusal:
        flood.admit(GROUP, 0.1)
    assert refusal.value.code == 429
    assert refusal.value.parameters == {"retry_after": 1}
    assert refusal.value.description == "Too Many Requests: retry after 1"


def test_a_group_takes_twenty_a_minute() -> None:
    flood = FloodControl()
    for second in range(20):
        flood.admit(GROUP, float(second))
    with pytest.raises(Refusal) as refusal:
        flood.admit(GROUP, 20.0)
    # The first of the twenty leaves the window at 60.
    assert refusal.value.parameters["retry_after"] == 40
    flood.admit(GROUP, 60.0)


def test_trying_too_early_does_not_help() -> None:
    flood = FloodControl()
    admitted(flood, GROUP, 0.0, 6)
    with pytest.raises(Refusal):
        flood.admit(GROUP, 0.9)
    flood.admit(GROUP, 2.0)


def test_a_private_chat_has_no_minute_limit() -> None:
    flood = FloodControl()
    for second in range(60):
        flood.admit(PRIVATE, float(second))


def test_thirty_a_second_for_all_chats_together() -> None:
    flood = FloodControl()
    done = sum(admitted(flood, 1000 + chat, 5.0, 1) for chat in range(50))
    assert done == 30
    flood.admit(3000, 6.0)


def test_one_chat_waiting_does_not_stop_the_others() -> None:
    flood = FloodControl()
    admitted(flood, GROUP, 0.0, 10)
    assert admitted(flood, GROUP - 1, 0.0, 5) == 5


def test_an_album_goes_whole_and_is_counted_whole() -> None:
    flood = FloodControl()
    flood.admit(GROUP, 0.0, 10)
    with pytest.raises(Refusal) as refusal:
        flood.admit(GROUP, 0.0)
    assert refusal.value.parameters["retry_after"] == 6


def test_limits_can_be_switched_off() -> None:
    flood = FloodControl(FloodSettings(enabled=False))
    assert admitted(flood, GROUP, 0.0, 500) == 500


def test_length_is_counted_in_utf16_units() -> None:
    assert utf16_length("牌") == 1
    assert utf16_length("🀄") == 2
    check_text("🀄" * 2048)
    with pytest.raises(Refusal, match="message is too long"):
        check_text("🀄" * 2048 + "x")
    with pytest.raises(Refusal, match="message text is empty"):
        check_text("")
    check_caption("牌" * 1024)
    with pytest.raises(Refusal, match="message caption is too long"):
        check_caption("牌" * 1025)


def test_the_clock_only_moves_forward() -> None:
    clock = FrozenClock(100.0)
    assert clock.advance(5) == clock.now() == 105.0
    with pytest.raises(ValueError, match="forward"):
        clock.advance(-1)
