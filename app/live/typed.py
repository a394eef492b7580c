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
    """A family of models: one for each TypedDict it has met, nested ones included.

    All are named with `prefix` in front, so that two families may stand in one document.
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._models: dict[type, type[BaseModel]] = {}

    def model(self, view: type, base: type[BaseModel] | None = None) -> type[BaseModel]:
        """The model of `view`, with the fields of `base` before its own."""
        if base is None and view in self._models:
            return self._models[view]
        required: frozenset[str] = view.__required_keys__  # type: ignore[attr-defined]
        fields: dict[str, Any] = {
            key: self._field(hint, optional=key not in required)
            for key, hint in typing.get_type_hints(view, include_extras=True).items()
        }
        name = self._prefix + view.__name__.removeprefix(self._prefix)
        if base is not None:
            return create_model(name, __base__=base, __doc__=view.__doc__, **fields)
        config = ConfigDict(extra="forbid")
        self._models[view] = create_model(name, __config__=config, __doc__=view.__doc__, **fields)
        return self._models[view]

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
