"""The arrows of docs: engine <- ai <- bot/tables <- bot, storage <- bot, and the emulator knows none of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STDLIB_AND = {
    "engine": {"engine", "numpy"},
    "ai": {"ai", "engine", "numpy"},
    "storage": {"storage", "sqlalchemy", "alembic"},
}
PROJECT = {"engine", "ai", "storage", "bot", "emulator"}


def imports(path: Path) -> set[str]:
    """Modules that a file imports, absolute, with their full dotted names."""
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            found.add(base)
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return found


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", sorted(STDLIB_AND))
def test_the_inner_parts_import_only_what_they_may(folder: str) -> None:
    import sys

    assert files(folder)
    for path in files(folder):
        for module in imports(path):
            top = module.split(".")[0]
            assert top in STDLIB_AND[folder] or top in sys.stdlib_module_names, f"{path} imports {module}"


def test_tables_know_no_telegram_and_no_front() -> None:
    for path in files("bot/tables"):
        for module in imports(path):
            assert not module.startswith("telegram"), f"{path} imports {module}"
            if module.startswith("bot."):
                assert module.startswith("bot.tables"), f"{path} imports {module}"


def test_delivery_knows_no_games_and_views_decide_nothing() -> None:
    for path in files("bot/delivery"):
        assert not [m for m in imports(path) if m.split(".")[0] in ("engine", "ai", "storage")], path
    for path in files("bot/views"):
        assert not [m for m in imports(path) if m.startswith(("telegram", "bot.handlers", "bot.delivery"))], path


def test_the_emulator_stands_alone() -> None:
    for path in files("emulator"):
        used = {m.split(".")[0] for m in imports(path)} & PROJECT
        assert used <= {"emulator"}, f"{path} imports {used}"


def test_nothing_outside_its_folder_knows_a_game() -> None:
    games = [p.name for p in (ROOT / "engine/games").iterdir() if (p / "__init__.py").exists()]
    assert len(games) >= 5
    for folder in ("engine", "ai", "storage", "bot"):
        for path in files(folder):
            home = path.parent.name if path.parent.parent.name == "games" else ""
            for module in imports(path):
                named = [g for g in games if f"games.{g}" in module and g != home]
                assert not named, f"{path} imports {module}"


def test_ai_never_sees_a_round_when_it_chooses() -> None:
    assert not [m for m in imports(ROOT / "ai/players.py") if m.endswith((".Round", "engine.round"))]
