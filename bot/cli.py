"""The command line: ``paiju run | demo | arena | selfplay | check | replay | verify | db``.

Heavy imports are inside the commands, so that each starts quickly.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Paiju 牌局: Chinese tile and card games on Telegram."
)
db = typer.Typer(no_args_is_help=True, help="The database.")
app.add_typer(db, name="db")


def fail(message: str, code: int = 2) -> NoReturn:
    """One clear line on standard error, and the exit code."""
    typer.echo(f"paiju: {message}", err=True)
    raise typer.Exit(code)


@app.command()
def run() -> None:
    """Run the bot on Telegram (BOT_TOKEN from the environment or .env)."""
    from bot.config import SettingsError, load

    try:
        settings = load()
    except SettingsError as error:
        fail(str(error))
    _serve(settings)


def _serve(settings: Any) -> None:
    # Starting makes much and throws away little; a bot in service makes few cycles and must not stop to look for them.
    gc.set_threshold(5_000, 50, 100)
    # The thread that commits needs the interpreter twice for a moment; at the default it waits 5 ms each time.
    sys.setswitchinterval(0.0005)
    from telegram.error import InvalidToken, TelegramError

    from bot.app import build
    from bot.handlers.register import ALLOWED_UPDATES
    from bot.logs import set_up
    from storage import DatabaseError

    set_up(settings.log_level)
    try:
        application = build(settings)
    except DatabaseError as error:
        fail(f"DATABASE_URL: {error}")
    except Exception as error:  # the driver's own: file not writable, server not there
        fail(f"DATABASE_URL: cannot open the database: {error}".splitlines()[0])
    try:
        if settings.webhook_url:
            application.run_webhook(
                listen=settings.webhook_listen,
                port=settings.webhook_port,
                url_path="telegram",
                webhook_url=settings.webhook_url.rstrip("/") + "/telegram",
                secret_token=settings.webhook_secret or None,
                allowed_updates=ALLOWED_UPDATES,
                bootstrap_retries=0,
            )
        else:
            application.run_polling(allowed_updates=ALLOWED_UPDATES, bootstrap_retries=0)
    except InvalidToken:
        fail("BOT_TOKEN: Telegram does not accept this token")
    except TelegramError as error:
        fail(f"cannot reach the Bot API: {error}")


@app.command()
def demo(
    port: Annotated[int, typer.Option(help="Port of the page.")] = 8765,
    database: Annotated[str, typer.Option(help="Where the demo's games are kept.")] = "sqlite:///var/demo.db",
    fresh: Annotated[bool, typer.Option(help="Forget the games of earlier demos.")] = True,
) -> None:
    """Play now, in the browser: a local Telegram with a group of four people and the bot. No token, no network."""
    from bot.demo import demo as start

    start(port, database, fresh)


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Rule-case files.")]) -> None:
    """Ask rule cases; print what differs; exit 1 on any difference."""
    from engine.cases import check as ask

    asked = wrong = 0
    for path in files:
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            fail(f"{path}: {error.strerror}")
        except ValueError as error:
            fail(f"{path}: not JSON: {error}")
        try:
            for name, differences in ask(document):
                asked += 1
                wrong += bool(differences)
                for d in differences:
                    where = f".{d.key}" if d.key else ""
                    typer.echo(
                        f"{path}: {name} [{d.clauses}]{where}: expected {_json(d.expected)}, got {_json(d.got)}"
                    )
        except ValueError as error:
            fail(f"{path}: {error}")
    typer.echo(f"{asked} cases, {wrong} differ")
    if wrong or not asked:
        raise typer.Exit(1)


def _json(value: Any) -> str:
    return value if isinstance(value, str) and value.startswith("(") else json.dumps(value, ensure_ascii=False)


def _game(name: str) -> str:
    from engine import games

    if name not in games.ids():
        fail(f"no game is called {name!r}; there are {', '.join(games.ids())}")
    return name


def _options(game: str, text: str) -> dict[str, Any]:
    from engine import OptionError, games

    try:
        values = json.loads(text)
        if not isinstance(values, dict):
            raise ValueError("it is not an object")
    except ValueError as error:
        fail(f"--options is not a JSON object: {error}")
    try:
        games.get(game).options.of(values)
    except OptionError as error:
        fail(f"--options: {error}")
    return values


def _players(text: str, game: str, flag: str = "--players") -> tuple[str, ...]:
    from ai.players import line_up
    from engine import games

    try:
        return line_up([p.strip() for p in text.split(",")], games.get(game).seats)
    except ValueError as error:
        fail(f"{flag}: {error}")


@app.command()
def selfplay(
    game: Annotated[str, typer.Argument(help="The game's id.")],
    rounds: Annotated[int, typer.Option(min=1, max=1_000_000)] = 10,
    seed: Annotated[int, typer.Option(min=0, max=2**63)] = 1,
    players: Annotated[
        str, typer.Option(help="One level for all, or one for each seat: random,novice,standard.")
    ] = "standard",
    options: Annotated[str, typer.Option(help="Table options that differ from the default, as JSON.")] = "{}",
    out: Annotated[
        Path | None, typer.Option(help="File to write, one JSON line a round; standard output without it.")
    ] = None,
) -> None:
    """Write complete records of rounds played by AI (docs/records.md)."""
    from ai.selfplay import selfplay as play

    _game(game)
    chosen = _options(game, options)
    levels = _players(players, game)
    try:
        target = out.open("w", encoding="utf-8") if out is not None else sys.stdout
    except OSError as error:
        fail(f"{out}: {error.strerror}")
    try:
        for record in play(game, rounds, seed, levels, chosen):
            target.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    finally:
        if out is not None:
            target.close()


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="The game's id.")],
    first: Annotated[str, typer.Option(help="One level …")] = "standard",
    second: Annotated[str, typer.Option(help="… against another.")] = "novice",
    deals: Annotated[
        int, typer.Option(min=2, max=100_000, help="Different walls; each is played in every rotation.")
    ] = 60,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    options: Annotated[str, typer.Option()] = "{}",
) -> None:
    """A duplicate match: the same walls, seats rotated; mean score a round with its 95 % interval."""
    from ai.arena import match, report
    from engine import games

    _game(game)
    chosen = _options(game, options)
    for flag, level in (("--first", first), ("--second", second)):
        _players(level, game, flag)
    standings = match(game, first, second, deals, seed, chosen)
    rounds = deals * 2 * games.get(game).seats
    typer.echo(f"{game}: {deals} deals, {rounds} rounds")
    for level, figures in report(standings).items():
        typer.echo(f"  {level:<9} {figures['mean']:+8.3f} ± {figures['margin95']:.3f} points a round")


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A self-play file, or one round record as JSON.")]) -> None:
    """Play records again and print what happened, step by step."""
    from bot.records import RecordError, read_lines, retell

    try:
        for line in read_lines(file):
            for text in retell(line):
                typer.echo(text)
    except RecordError as error:
        fail(f"{file}: {error}")


@app.command()
def verify(files: Annotated[list[Path], typer.Argument(help="Self-play files.")]) -> None:
    """Play records again and compare every event and result; exit 1 on any difference."""
    from bot.records import RecordError, differences, read_lines

    rounds = wrong = 0
    for path in files:
        try:
            for record in read_lines(path):
                rounds += 1
                found = differences(record)
                wrong += bool(found)
                for text in found:
                    typer.echo(f"{path}: round {record.get('round', '?')}: {text}")
        except RecordError as error:
            fail(f"{path}: {error}")
    typer.echo(f"{rounds} rounds, {wrong} differ")
    if wrong or not rounds:
        raise typer.Exit(1)


@db.command("upgrade")
def upgrade() -> None:
    """Bring the database's schema up to date."""
    _database("upgrade")


@db.command("show")
def show() -> None:
    """Say which schema revision the database has."""
    _database("show")


def _database(what: str) -> None:
    from pydantic_settings import BaseSettings, SettingsConfigDict

    from storage import DatabaseError, current_revision, migrate

    class Database(BaseSettings):
        model_config = SettingsConfigDict(env_file=".env", extra="ignore")
        database_url: str = "sqlite:///var/paiju.db"

    url = Database().database_url
    try:
        if what == "upgrade":
            migrate(url)
        typer.echo(f"schema {current_revision(url) or 'empty'}")
    except DatabaseError as error:
        fail(f"DATABASE_URL: {error}")
    except Exception as error:
        fail(f"DATABASE_URL: cannot open the database: {error}".splitlines()[0])


def main() -> None:
    """Entry point of the ``paiju`` command."""
    app()
