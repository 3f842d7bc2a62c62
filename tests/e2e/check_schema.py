"""Checks a JSON file against a schema: check_schema.py SCHEMA FILE.

Knows what the schemas in docs/formats use, and refuses a schema that uses more.
"""

import json
import re
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "null": type(None),
    "boolean": (),  # what is none; is_type knows those that are
}
PROSE = {"$schema", "$id", "title", "description", "$defs"}


def is_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def check(value, schema, root, path):
    """Yields what is wrong."""
    for key, rule in schema.items():
        if key in PROSE:
            continue
        elif key == "$ref":
            target = root
            for word in rule.removeprefix("#/").split("/"):
                target = target[word]
            yield from check(value, target, root, path)
        elif key == "type":
            names = rule if isinstance(rule, list) else [rule]
            if not any(is_type(value, name) for name in names):
                yield f"{path}: {value!r} is not of type {rule}"
        elif key == "const":
            if value != rule:
                yield f"{path}: {value!r} is not {rule!r}"
        elif key == "enum":
            if value not in rule:
                yield f"{path}: {value!r} is not one of {rule}"
        elif key == "minimum":
            if isinstance(value, (int, float)) and value < rule:
                yield f"{path}: {value} is less than {rule}"
        elif key == "maximum":
            if isinstance(value, (int, float)) and value > rule:
                yield f"{path}: {value} is more than {rule}"
        elif key == "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                yield f"{path}: {value!r} does not match {rule}"
        elif key == "required":
            for name in rule:
                if isinstance(value, dict) and name not in value:
                    yield f"{path}: the field {name} is missing"
        elif key == "properties":
            for name, part in rule.items():
                if isinstance(value, dict) and name in value:
                    yield from check(value[name], part, root, f"{path}.{name}")
        elif key == "additionalProperties":
            assert rule is False
            for name in value if isinstance(value, dict) else ():
                if name not in schema["properties"]:
                    yield f"{path}: the field {name} is not in the schema"
        elif key == "minItems":
            if isinstance(value, list) and len(value) < rule:
                yield f"{path}: has {len(value)} items, not {rule}"
        elif key == "prefixItems":
            for i, part in enumerate(rule):
                if isinstance(value, list) and i < len(value):
                    yield from check(value[i], part, root, f"{path}[{i}]")
        elif key == "items":
            begin = len(schema.get("prefixItems", ()))
            for i, item in enumerate(value) if isinstance(value, list) else ():
                if i >= begin and rule is False:
                    yield f"{path}: has more than {begin} items"
                elif i >= begin:
                    yield from check(item, rule, root, f"{path}[{i}]")
        elif key == "oneOf":
            fitting = [part for part in rule if not list(check(value, part, root, path))]
            if len(fitting) != 1:
                yield f"{path}: {value!r} fits {len(fitting)} of {len(rule)} choices"
        else:
            sys.exit(f"the schema uses {key}, which this checker does not know")


with open(sys.argv[1]) as file:
    schema = json.load(file)
with open(sys.argv[2]) as file:
    document = json.load(file)
problems = list(check(document, schema, schema, "$"))
print("\n".join(problems[:5]))
sys.exit(1 if problems else 0)
