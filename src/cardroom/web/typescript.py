"""TypeScript types from the message schema; enough of JSON Schema for what msgspec writes, and no more."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

HEADING = "// Made by `cardroom schema --typescript FILE` from the messages of the server. Do not edit.\n"

_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript_of(schema: Mapping[str, Any]) -> str:
    """One exported type for every definition, in the order of the schema."""
    definitions = schema["$defs"]
    partial = _reached(definitions, "FromClient") | {kind.__name__ for kind in _leaving_out(msgspec.Struct)}
    parts = [HEADING]
    for name, definition in definitions.items():
        text = " ".join(definition.get("description", "").split()).replace("*/", "* /")
        comment = f"/** {text} */\n" if text else ""
        parts.append(comment + _definition(_identifier(name), definition, is_whole=name not in partial))
    return "\n".join(parts)


def _reached(definitions: Mapping[str, Any], start: str) -> set[str]:
    """The definitions that one is made of: a browser may leave out what has a default, the server rarely does."""
    found, waiting = set(), [start]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [ref for ref in definitions if f'"#/$defs/{ref}"' in json.dumps(definitions[name])]
    return found


def _leaving_out(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """What the server writes without what is as by default."""
    if kind.__struct_config__.omit_defaults:
        yield kind
    for one in kind.__subclasses__():
        yield from _leaving_out(one)


def _definition(name: str, schema: Mapping[str, Any], *, is_whole: bool) -> str:
    if schema.get("type") == "object" and "properties" in schema:
        return f"export interface {name} {_object(schema, is_whole=is_whole)}\n"
    return f"export type {name} = {_type(schema)};\n"


def _object(schema: Mapping[str, Any], *, is_whole: bool = False) -> str:
    required = set(schema.get("required", ()))
    if is_whole:
        required |= {name for name, value in schema["properties"].items() if "default" in value}
    lines = [
        f"  {_property(name)}{'' if name in required else '?'}: {_type(value)};"
        for name, value in schema["properties"].items()
    ]
    return "{\n" + "\n".join(lines) + "\n}" if lines else "Record<string, never>"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return _identifier(schema["$ref"].rsplit("/", 1)[-1])
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(option) for option in schema["anyOf"]))
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object" if "properties" in schema:
            return _object(schema).replace("\n", " ")
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) and values else 'unknown'}>"
        case str(kind):
            return _SIMPLE[kind]
        case _:
            return "unknown"


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    items = schema.get("items")
    inner = _type(items) if isinstance(items, dict) and items else "unknown"
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _identifier(name: str) -> str:
    """A definition's name; two types of one name are told apart by their module."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", ".").split("."))


def _property(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)
