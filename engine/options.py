"""Table options: typed, with default, range and clause; bad values are refused with a clear sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self


class OptionError(ValueError):
    """An option that does not exist or a value outside its range."""


def option(
    default: Any,
    clause: str,
    choices: tuple[Any, ...] = (),
    *,
    low: int | None = None,
    high: int | None = None,
    many: bool = False,
) -> Any:
    """A field of an options class.

    ``choices``: the allowed values; with ``low``/``high`` (whole numbers, inclusive) the values that buttons offer, any
    number in the range being allowed. ``many``: the value is a sorted tuple of distinct choices.
    """
    if isinstance(default, bool):
        choices = (False, True)
    return field(
        default=default,
        metadata={"clause": clause, "choices": choices, "low": low, "high": high, "many": many},
    )


@dataclass(frozen=True)
class Options:
    """Base of every game's options. Values are plain: bool, int, str, None, tuple of str."""

    _default: ClassVar[Any]

    @classmethod
    def of(cls, values: Mapping[str, Any] | None = None) -> Self:
        """Options from a mapping of those that differ from the default.

        Raises OptionError naming the option, the value and what is allowed.
        """
        if not values:
            # Most tables play by the defaults: they share them.
            shared: Self | None = cls.__dict__.get("_default")
            if shared is None:
                shared = cls._default = cls()
            return shared
        values = dict(values)
        known = {f.name: f for f in fields(cls)}
        for name, value in values.items():
            if name not in known:
                raise OptionError(f"no option is called {name!r}; there are {', '.join(known)}")
            values[name] = _checked(name, value, known[name].metadata)
        return cls(**values)

    def changed(self) -> dict[str, Any]:
        """The options that differ from the default, as plain JSON values."""
        return {
            f.name: list(v) if isinstance(v, tuple) else v
            for f in fields(self)
            if (v := getattr(self, f.name)) != f.default
        }

    def replaced(self, name: str, value: Any) -> Self:
        """The same options with one value changed; OptionError as in :meth:`of`."""
        return type(self).of({**self.changed(), name: value})


def _checked(name: str, value: Any, meta: Mapping[str, Any]) -> Any:
    choices, low, high = meta["choices"], meta["low"], meta["high"]
    if meta["many"]:
        if not isinstance(value, (list, tuple, set, frozenset)):
            raise OptionError(f"{name} takes a list of {', '.join(map(str, choices))}, not {value!r}")
        unknown = [v for v in value if v not in choices]
        if unknown:
            raise OptionError(f"{name} has no {unknown[0]!r}; it takes {', '.join(map(str, choices))}")
        return tuple(c for c in choices if c in value)
    in_choices = any(value == c and type(value) is type(c) for c in choices)
    if low is not None and high is not None:
        if in_choices or (type(value) is int and low <= value <= high):
            return value
        raise OptionError(f"{name} takes a whole number from {low} to {high}, not {value!r}")
    if in_choices:
        return value
    raise OptionError(f"{name} takes {' or '.join(repr(c) for c in choices)}, not {value!r}")
