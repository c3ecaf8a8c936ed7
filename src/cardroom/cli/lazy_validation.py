"""Values of arguments and options that are taken as they were typed.

Typer has pydantic check all values, which takes longer to load than most commands run. Here it is asked only where
there is something to check: a number, a choice or a path that somebody has typed. Should a release of Typer keep its
checks elsewhere, it makes them all itself again; `tests/cli/test_loading.py` notices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer.core import TyperArgument, TyperOption


class AsTyped:
    """How the value of one argument or option is read."""

    def __init__(self, annotation: Any, checked: Callable[[], Any]) -> None:
        self._annotation = annotation
        self._checked = checked  # as Typer reads it

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        is_list = param.multiple or param.nargs == -1
        if value is None:
            return () if is_list else None
        if is_list and (not value or self._annotation == list[str]):
            return list(value)
        if isinstance(self._annotation, type) and isinstance(value, self._annotation):
            return value  # text, or a default
        return self._checked().coerce(value, param=param, ctx=ctx)


def enable_lazy_validation() -> None:
    """Let Typer read all values this way."""
    for kind in (TyperArgument, TyperOption):
        checked = getattr(kind, "get_runtime_param", None)
        if checked is not None and checked.__module__ != __name__:
            kind.get_runtime_param = _as_typed(checked)  # type: ignore[method-assign, assignment]


def _as_typed(checked: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def get_runtime_param(param: Any) -> Any:
        if param.type_descriptor.parameter_info.parser is not None:
            return checked(param)
        return AsTyped(param.type_descriptor.annotation, lambda: checked(param))

    return get_runtime_param
