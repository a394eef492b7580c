"""Pydantic models from plain TypedDicts, and the documents made of them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

import pytest
from pydantic import BaseModel, ValidationError

import engine
from app.live.protocol import CLIENT_MODELS, CLOSE_CODES, game_views, server_messages
from app.live.schema import asyncapi, openapi, socket_schemas
from app.live.typed import TypedModels


class Inner(TypedDict):
    """Said."""

    kind: Literal["a", "b"]


class Outer(TypedDict):
    one: Inner
    many: list[Inner | None]
    named: dict[str, Inner]
    pair: tuple[int, str]
    extra: NotRequired[int]


class Base(BaseModel):
    first: int


def test_nested_dicts_become_models() -> None:
    model = TypedModels("Card").model(Outer, base=Base)
    assert model.__name__ == "CardOuter"
    inner = {"kind": "a"}
    good = {"first": 1, "one": inner, "many": [inner, None], "named": {"x": inner}, "pair": (1, "y")}
    assert model.model_validate(good).model_dump(exclude_unset=True) == good
    with pytest.raises(ValidationError):
        model.model_validate({**good, "one": {"kind": "c"}})
    with pytest.raises(ValidationError):
        model.model_validate({**good, "one": {"kind": "a", "more": 1}})
    assert set(model.model_json_schema()["$defs"]) == {"CardInner"}


def test_every_game_is_in_the_documents() -> None:
    schemas = socket_schemas()
    for game in engine.games():
        models = game_views()[game].values()
        assert {model.__name__ for model in models} <= set(schemas)
        assert len(models) == 2


def test_the_documents_hold_every_message_and_close_code() -> None:
    document = asyncapi()
    names = {model.__name__ for model in [*CLIENT_MODELS, *server_messages().values()]}
    assert set(document["components"]["messages"]) == names
    assert document["channels"]["table"]["x-close-codes"] == {str(k): v for k, v in CLOSE_CODES.items()}
    text = str(document) + str(openapi())
    assert "anyOf" in text
    for reference in _references(document):
        assert (
            reference.rsplit("/", 1)[1]
            in document["components"]["schemas"] | document["components"]["messages"]
        )


def _references(node: object) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) and "/channels/" not in node["$ref"] else []
        return own + [found for value in node.values() for found in _references(value)]
    if isinstance(node, list):
        return [found for value in node for found in _references(value)]
    return []
