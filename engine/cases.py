"""Rule cases: questions to the rules as data. The format is tests/cases/README.md."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from .games import get
from .options import OptionError, Options

O = TypeVar("O", bound=Options)  # noqa: E741
KEYS = ("id", "kind", "clauses", "note", "title", "input", "expected")
"""Those of a case."""


class Difference(NamedTuple):
    """One thing that is not as the case says. ``key``: the answer's key, empty when the case could not be asked."""

    case: str
    clauses: str
    key: str
    expected: Any
    got: Any


def take(data: dict[str, Any], *known: str) -> dict[str, Any]:
    """``data`` itself; ValueError when it has a key that the format does not know."""
    unknown = [k for k in data if k not in known]
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r}; known are {', '.join(known)}")
    return data


def one_of(value: Any, allowed: Collection[Any], what: str) -> Any:
    """``value`` when it is one of ``allowed``; else ValueError naming ``what`` it is."""
    if value not in allowed:
        raise ValueError(f"{what} is one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def read_options(options: type[O], data: Mapping[str, Any], hidden: Collection[str] = ()) -> O:
    """The case's ``opts``; ValueError for an unknown option, a bad value, or one of ``hidden`` (not part of cases)."""
    given = dict(data.get("opts") or {})
    for name in given:
        if name in hidden:
            raise OptionError(f"option {name!r} does not occur in cases")
    return options.of(given)


def check(document: Mapping[str, Any]) -> Iterator[tuple[str, list[Difference]]]:
    """Ask every case of a case file; yields (case id, differences) in order.

    ValueError when the document is not a case file.
    """
    try:
        spec = get(document["game"])
        cases = document["cases"]
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a case file: {error.args[0]}") from None
    if not isinstance(cases, list):
        raise ValueError("not a case file: cases is no list")
    seen: set[str] = set()
    for case in cases:
        if not isinstance(case, dict):
            yield "?", [Difference("?", "", "", "a case", case)]
            continue
        name = str(case.get("id", "?"))
        if name in seen:
            yield name, [Difference(name, _clauses(case), "", "a unique id", "the id occurs twice")]
            continue
        seen.add(name)
        yield name, list(_differences(spec.case_kinds, spec.unordered, case))


def _differences(
    kinds: Mapping[str, Any], unordered: Mapping[str, Collection[str]], case: Mapping[str, Any]
) -> Iterator[Difference]:
    name, clauses = str(case.get("id", "?")), _clauses(case)
    kind = str(case.get("kind"))
    expected = case.get("expected")
    unknown = [key for key in case if key not in KEYS]
    if unknown:
        yield Difference(name, clauses, "", f"no key but {', '.join(KEYS)}", unknown[0])
        return
    if kind not in kinds:
        yield Difference(name, clauses, "", f"a kind of {', '.join(kinds)}", kind)
        return
    if not expected or not isinstance(expected, dict):
        yield Difference(name, clauses, "", "at least one expected key", expected)
        return
    try:
        answer = json.loads(json.dumps(kinds[kind](case["input"])))
    except Exception as error:  # a case that makes no sense may break anything; it differs, the others are still asked
        yield Difference(name, clauses, "", expected, f"{type(error).__name__}: {error}")
        return
    for key, wanted in expected.items():
        if key not in answer:
            yield Difference(name, clauses, key, wanted, "(no such key in the answer)")
            continue
        got = answer[key]
        loose = key in unordered.get(kind, ())
        if (normal(got) != normal(wanted)) if loose else not same(got, wanted):
            yield Difference(name, clauses, key, wanted, got)


def _clauses(case: Mapping[str, Any]) -> str:
    clauses = case.get("clauses", "")
    return ", ".join(map(str, clauses)) if isinstance(clauses, list) else str(clauses)


def same(a: Any, b: Any) -> bool:
    """Equality of JSON values: true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return bool(a == b)


def normal(value: Any) -> Any:
    """A *{set}* value as the sorted texts of its members, for comparing without order; a list of lists within a
    member, the further sets of an eating, has no order either."""
    if isinstance(value, list):
        return sorted(_text(list(map(_inner, v)) if isinstance(v, list) else v) for v in value)
    return value


def _inner(part: Any) -> Any:
    return sorted(part, key=_text) if isinstance(part, list) and all(isinstance(p, list) for p in part) else part


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
