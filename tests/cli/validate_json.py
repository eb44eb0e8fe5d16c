"""validate_json.py SCHEMA DEFINITION FILE: whether the JSON in FILE is what a definition of the schema describes.

The published schema allows members that it does not name, since reports may get new ones. Here these are errors, so
that a new member must be described.
"""

import json
import sys

import jsonschema


def forbid_unknown_members(schema):
    """Closes each object whose members are listed, except where a condition mentions only some of them."""
    if isinstance(schema, list):
        for part in schema:
            forbid_unknown_members(part)
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object" and "properties" in schema:
        schema["additionalProperties"] = False
    for part in schema.values():
        forbid_unknown_members(part)


def main():
    schema_file, definition, file = sys.argv[1:]
    with open(schema_file, encoding="utf-8") as stream:
        schema = json.load(stream)
    with open(file, encoding="utf-8") as stream:
        document = json.load(stream)
    jsonschema.Draft202012Validator.check_schema(schema)
    is_report = jsonschema.Draft202012Validator(schema).is_valid(document)
    forbid_unknown_members(schema)
    strict = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": "#/$defs/" + definition}
    errors = sorted(jsonschema.Draft202012Validator(strict).iter_errors(document), key=lambda error: list(error.path))
    for error in errors:
        print(f"{error.json_path}: {error.message[:300]}")
    if not is_report:
        print("the schema as a whole does not describe the document")
    sys.exit(0 if is_report and not errors else 1)


main()
