"""Holds messages of a socket, one a line, against the description of the API: DESCRIPTION MESSAGES."""

import json
import sys

import jsonschema_rs

description = json.load(open(sys.argv[1], encoding="utf-8"))
schema = {"$ref": "#/components/schemas/ServerMessage", "components": description["components"]}
validator = jsonschema_rs.Draft202012Validator(schema)
wrong = 0
for line in open(sys.argv[2], encoding="utf-8"):
    message = json.loads(line)
    if validator.is_valid(message):
        continue
    wrong += 1
    # The alternative whose type it is says what is wrong.
    for shape in description["components"]["schemas"]["ServerMessage"]["oneOf"]:
        if shape["properties"]["type"]["const"] == message["type"]:
            one = jsonschema_rs.Draft202012Validator({**shape, "components": description["components"]})
            for error in one.iter_errors(message):
                print(f"{message['type']}: {error.instance_path}: {error.message[:600]}")
    print(line[:2000])
sys.exit(1 if wrong else 0)
