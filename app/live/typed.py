"""Pydantic models from the standard library's TypedDicts.

The engine describes its views with `typing.TypedDict` because it imports nothing; pydantic wants its own
kind before Python 3.12. So the annotations are read and rebuilt, whatever the game.
"""

import types
import typing
from typing import Any, Literal, NotRequired, Required, Union

from pydantic import BaseModel, ConfigDict, create_model

__all__ = ["TypedModels"]


class TypedModels:
    """A family of models: one for each TypedDict it has met, nested ones included."""

    def __init__(self) -> None:
        self._models: dict[type, type[BaseModel]] = {}

    def model(self, view: type, name: str | None = None, base: type[BaseModel] | None = None) -> type[BaseModel]:
        """The model of `view`, called `name` (its own name unless given), with the fields of `base` before it."""
        if base is None and view in self._models:
            return self._models[view]
        required: frozenset[str] = view.__required_keys__  # type: ignore[attr-defined]
        fields: dict[str, Any] = {
            key: self._field(hint, optional=key not in required)
            for key, hint in typing.get_type_hints(view, include_extras=True).items()
        }
        made: type[BaseModel]
        if base is None:
            made = create_model(
                name or view.__name__.lstrip("_"), __config__=ConfigDict(extra="forbid"), **fields
            )
            self._models[view] = made
        else:
            made = create_model(name or view.__name__.lstrip("_"), __base__=base, **fields)
        return made

    def _field(self, hint: Any, *, optional: bool) -> tuple[Any, Any]:
        while typing.get_origin(hint) in (NotRequired, Required):
            optional = optional or typing.get_origin(hint) is NotRequired
            hint = typing.get_args(hint)[0]
        return self.convert(hint), (None if optional else ...)

    def convert(self, hint: Any) -> Any:
        """`hint` with every TypedDict in it replaced by its model."""
        if typing.is_typeddict(hint):
            return self.model(hint)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is None or origin is Literal:
            return hint
        converted = tuple(a if a is Ellipsis else self.convert(a) for a in arguments)
        if origin in (Union, types.UnionType):
            return Union[converted]  # noqa: UP007 — built at run time
        return origin[converted]
