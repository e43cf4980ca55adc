"""The command line: what it prints, and that bad input is one clear line and exit 2."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.config import SettingsError, load
from engine import games

ROOT = Path(__file__).parent.parent.parent
run = CliRunner().invoke


@pytest.mark.parametrize("game", games.ids())
def test_the_rule_cases_pass(game: str) -> None:
    result = run(app, ["check", str(ROOT / f"tests/cases/{game}.json")])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1].endswith(" cases, 0 differ")


def test_a_case_that_differs_is_named_and_exits_1(tmp_path: Path) -> None:
    document = json.loads((ROOT / "tests/cases/sichuan.json").read_text(encoding="utf-8"))
    case = document["cases"][0]
    key = next(iter(case["expected"]))
    case["expected"][key] = "nonsense"
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    result = run(app, ["check", str(file)])
    assert result.exit_code == 1
    line = next(x for x in result.output.splitlines() if case["id"] in x)
    assert f".{key}" in line
    assert "expected" in line
    assert "got" in line


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "nope"}, "a kind of"),
        ({"input": {"strange": 1}}, "strange"),
        ({"expected": {}}, "at least one"),
        ({"expected": {"no_such": 1}}, "no such key"),
    ],
)
def test_what_the_format_does_not_know_fails(tmp_path: Path, change: dict[str, object], said: str) -> None:
    document = json.loads((ROOT / "tests/cases/sichuan.json").read_text(encoding="utf-8"))
    document["cases"] = [{**document["cases"][0], **change}]
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    result = run(app, ["check", str(file)])
    assert result.exit_code == 1
    assert said in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "missing.json"], "No such file"),
        (["check", "Makefile"], "not JSON"),
        (["selfplay", "chess"], "no game is called"),
        (["selfplay", "sichuan", "--players", "genius"], "no AI level"),
        (["selfplay", "sichuan", "--options", "[]"], "not a JSON object"),
        (["selfplay", "sichuan", "--options", '{"base": "x"}'], "base takes"),
        (["selfplay", "sichuan", "--options", '{"bass": 1}'], "no option is called"),
        (["selfplay", "sichuan", "--out", "/"], "directory"),
        (["arena", "sichuan", "--first", "genius"], "no AI level"),
        (["verify", "Makefile"], "not JSON"),
        (["replay", "missing.jsonl"], "No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = run(app, arguments)
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("game", games.ids())
def test_records_verify_and_a_changed_one_does_not(game: str, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    assert (
        run(app, ["selfplay", game, "--rounds", "3", "--players", "novice,random", "--out", str(file)]).exit_code == 0
    )
    good = run(app, ["verify", str(file)])
    assert good.exit_code == 0, good.output
    assert "3 rounds, 0 differ" in good.output
    assert "end" in run(app, ["replay", str(file)]).output
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert sum(records[0]["result"]["net"]) == 0
    records[1]["result"]["net"][0] += 1
    file.write_text("\n".join(json.dumps(r) for r in records), encoding="utf-8")
    bad = run(app, ["verify", str(file)])
    assert bad.exit_code == 1
    assert "round 1: the result differs" in bad.output


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "BOT_TOKEN is missing"),
        ({"BOT_TOKEN": "abc"}, "BOT_TOKEN is not a bot token"),
        ({"BOT_TOKEN": "1:abcdefghijk", "LOG_LEVEL": "loud"}, "LOG_LEVEL"),
        ({"BOT_TOKEN": "1:abcdefghijk", "WEBHOOK_PORT": "x"}, "WEBHOOK_PORT"),
        ({"BOT_TOKEN": "1:abcdefghijk", "DATABASE_URL": "mysql://x"}, "DATABASE_URL"),
        ({"BOT_TOKEN": "1:abcdefghijk", "DATABASE_URL": "sqlite:////proc/nope/x.db"}, "DATABASE_URL"),
    ],
)
def test_missing_or_wrong_settings(environment: dict[str, str], said: str, tmp_path: Path) -> None:
    clean = {k: v for k, v in os.environ.items() if k not in ("BOT_TOKEN", "DATABASE_URL")}
    made = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert made.returncode == 2, made.stderr
    assert said in made.stderr
    assert len(made.stderr.strip().splitlines()) == 1, made.stderr


def test_several_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    with pytest.raises(SettingsError, match=r"BOT_TOKEN.*AI_WORKERS"):
        load(_env_file=None, ai_workers=0)


def test_a_token_telegram_does_not_accept(tmp_path: Path) -> None:
    from emulator.server import running_in_thread

    with running_in_thread(token="7:right-token-for-this") as server:
        made = subprocess.run(
            [sys.executable, "-m", "bot", "run"],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "BOT_TOKEN": "7:wrong-token-for-this",
                "BOT_API_URL": server.url,
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert made.returncode == 2, made.stderr
    assert "BOT_TOKEN: Telegram does not accept this token" in made.stderr
    assert "wrong-token" not in made.stderr
    assert "Traceback" not in made.stderr


def test_an_unreachable_bot_api_is_no_traceback(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "BOT_TOKEN": "7:some-token-or-other",
            "BOT_API_URL": "http://127.0.0.1:1",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert made.returncode == 2, made.stderr
    assert made.stderr.splitlines()[-1].startswith("paiju: cannot reach the Bot API")
    assert "Traceback" not in made.stderr


def test_the_demo_on_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        made = subprocess.run(
            [sys.executable, "-m", "bot", "demo", "--port", str(taken.getsockname()[1])],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert made.returncode == 2, made.stderr
    assert "cannot listen" in made.stderr
    assert "Traceback" not in made.stderr


def test_a_second_demo_leaves_the_games_of_the_first(tmp_path: Path) -> None:
    kept = tmp_path / "demo.db"
    kept.write_bytes(b"games")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(app, ["demo", "--port", str(port), "--database", f"sqlite:///{kept}"])
    assert done.exit_code == 2
    assert "another demo is running" in done.output
    assert kept.read_bytes() == b"games"
