#!/usr/bin/env python3
"""Holds YAML files against a JSON Schema, with jsonschema and PyYAML.

    python3 check_schema.py SCHEMA FILE…

Prints a JSON object: for each file null where it is valid, else the first complaint. Every file is read twice: as
YAML 1.1 has it (PyYAML), and by the core schema of YAML 1.2, as editors do; both have to come to one answer.
"""
import json
import re
import sys

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2, 10.3.2: nothing but true, false, null and plain numbers is more than text."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+0123456789."),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def plain(value):
    """The value as JSON can have it: keys and dates are text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return str(value)


def complaint(validator, text, loader):
    try:
        value = yaml.load(text, loader)
    except yaml.YAMLError as error:
        return "no YAML: " + str(error)
    error = best_match(validator.iter_errors(plain(value)))
    return error and f"{error.json_path}: {error.message}"


def main(schema, files):
    with open(schema, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    answers = {}
    for name in files:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        first, second = (complaint(validator, text, loader) for loader in (yaml.SafeLoader, CoreLoader))
        if (first is None) != (second is None):
            first = f"YAML 1.1 and 1.2 disagree: {first}; {second}"
        answers[name] = first
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
