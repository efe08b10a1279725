#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""schema.py SCHEMA DATA: fails where DATA is not what the JSON Schema SCHEMA says, or has a field
that it does not name. Knows the words that docs/schema uses, and refuses others."""
import json
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
WORDS = {"$schema", "$defs", "$ref", "title", "description", "type", "required", "properties",
         "additionalProperties", "items", "enum", "const"}


def is_a(value, kind):
    if kind in TYPES:
        return isinstance(value, TYPES[kind])
    return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)


def problems(schema, value, root, at):
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    yield from (f"{at}: the schema has {word}" for word in set(schema) - WORDS)
    kinds = schema.get("type", [])
    if kinds and not any(is_a(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        yield f"{at}: {json.dumps(value)[:60]} is no {kinds}"
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{at}: {json.dumps(value)[:60]} is no value of it"
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        yield from (f"{at}.{name} is missing" for name in schema.get("required", []) if name not in value)
        for name, item in value.items():
            one = known.get(name, others)
            if one is None:
                yield f"{at}.{name} is not described"
            else:
                yield from problems(one, item, root, f"{at}.{name}")
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from problems(schema["items"], item, root, f"{at}[{i}]")


with open(sys.argv[1], encoding="utf-8") as file:
    described = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    found = list(problems(described, json.load(file), described, ""))
print("\n".join(found[:9]))
sys.exit(bool(found))
