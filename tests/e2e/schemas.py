"""Judges docs/schemas: schemas.py ROOT BUILD FOLDER COUNT.

FOLDER holds outputs of the programs, SCHEMA@ANYTHING, a JSON document a line. Prints TAP lines that go on from COUNT.
"""

import copy
import json
import re
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT, BUILD, OUTPUTS = (Path(a) for a in sys.argv[1:4])
SCHEMAS = ROOT / "docs/schemas"
count = int(sys.argv[4])
failed = 0


def ok(passed, name, why=""):
    global count, failed
    count += 1
    failed += not passed
    print(f"{'ok' if passed else 'not ok'} {count} - {name}")
    if not passed:
        print("".join(f"# {line}\n" for line in str(why).splitlines()[:20]), end="")


def source(path, pattern):
    """What the sources say: every match of the pattern."""
    return set(re.findall(pattern, (ROOT / path).read_text()))


def column(table, name):
    """The words that a column of the database may hold."""
    text = re.search(rf"CREATE TABLE {table} \((.*?)\n\)", (ROOT / "db/schema.sql").read_text(), re.S)[1]
    return set(re.findall(r"'([a-z-]+)'", re.search(rf"^ *{name} .*CHECK \({name} IN \(([^)]*)\)\)", text, re.M)[1]))


def words():
    """The enumerations of $defs and of properties, by name."""
    reason = r'\[\w+\] =\s*\{"([a-z-]+)"'
    return {
        "pattern": source("analyze/pattern.c", r'"([a-z]+(?:-[a-z]+)?)"'),
        "skip": source("analyze/reason.c", reason) - {"ok"},
        "left_out": source("gen/reason.c", reason) - {"ok"},
        "failure": source("profile/reason.c", reason) - {"ok"},
        "role": source("gen/kernel.c", r'\{"([a-z]+)", GEN_ROLE_'),
        "kind": column("argument", "kind"),
        "access": column("argument", "access"),
        "class": column("timing", "class"),
        "policy": column("timing", "policy"),
        "part": column("split", "part"),
        "device_type": column("device", "type"),
        "check": source("model/doctor.c", r'add\(out, "([^"]+)"'),
        "verdict": set(re.search(r"mdl_verdict_names\[\] = \{(.*?)\}", (ROOT / "model/doctor.c").read_text())[1].replace('"', "").split(", ")),
        "part_or_none": column("split", "part") | {"-"},
        "strategy": column("sample", "strategy"),
        "status": column("kernel", "status"),
    }


def objects(schema, place=""):
    """Every schema within this one, with its place."""
    yield place, schema
    for key in ("properties", "$defs"):
        for name, s in schema.get(key, {}).items():
            yield from objects(s, f"{place}/{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from objects(schema[key], f"{place}/*")
    for s in schema.get("anyOf", []):
        yield from objects(s, place)


def nodes(value, place=()):
    """Every part of a document, with its place; of lists the first two, of what has very many keys (features) the first three."""
    yield place, value
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value[:2])) if isinstance(value, list) else []
    for key, v in items[:3] if len(items) > 50 else items:
        yield from nodes(v, (*place, key))


def damaged(document, required):
    """The document with one fault: a key gone, a key too many, a value of another type."""
    for place, value in nodes(document):
        changes = [("another type", lambda parent, key: parent.__setitem__(key, {"?": {}}))] if place else []
        if place and place[-1] in required:
            changes.append(("missing", lambda parent, key: parent.pop(key)))
        if isinstance(value, dict):
            changes.append(("a key too many", lambda parent, key: (parent[key] if key is not None else parent).update({"No such key": 0.5})))
        for what, change in changes:
            copied = copy.deepcopy(document)
            parent = copied
            for key in place[:-1]:
                parent = parent[key]
            change(parent, place[-1] if place else None)
            yield f"{'/'.join(map(str, place))}: {what}", copied


def check_schema(name, schema):
    Draft202012Validator.check_schema(schema)
    faults = [] if schema["$id"] == f"urn:llmperf:schema:{name}:1" else [f"$id {schema['$id']}"]
    faults += [] if schema.get("title") else ["no title"]
    known = words()
    for place, s in objects(schema):
        for key, p in s.get("properties", {}).items():
            target = schema["$defs"][p["$ref"].split("/")[-1]] if "$ref" in p else p
            if not (p.get("description") or target.get("description")):
                faults.append(f"{place}/{key}: no description")
        if s.get("type") == "object" and "additionalProperties" not in s and "maxProperties" not in s:
            faults.append(f"{place}: takes any key")
        here = place.split("/")[-1]
        if "enum" in s and here in known and set(s["enum"]) - {None} != known[here]:
            if not (here == "kind" and set(s["enum"]) < known["kind"] | {"load", "store", "atomic"}):
                faults.append(f"{place}: {sorted(set(s['enum']) ^ known[here])} are not in step with the sources")
    return faults


def check_outputs(name, schema):
    validator = Draft202012Validator(schema)
    required = {key for _, s in objects(schema) for key in s.get("required", [])}
    required -= {key for _, s in objects(schema) for key in s.get("properties", {}) if key not in s["required"]}
    n, faults, kept, seen = 0, [], [], set()
    for file in sorted(OUTPUTS.glob(f"{name}@*")):
        for line in file.read_text().splitlines():
            document = json.loads(line)
            n += 1
            faults += [f"{file.name}: {'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(document)][:3]
            shape = tuple(sorted({"/".join(map(str, p)) for p, _ in nodes(document)}))
            if shape in seen or len(seen) >= 4:
                continue
            seen.add(shape)
            kept += [f"{file.name}: {what}" for what, d in damaged(document, required) if validator.is_valid(d)]
    return n, faults, kept


def commands():
    """Every command of every program that has --json, as people call it."""
    def usage(*words):
        return subprocess.run([*words, "--help"], capture_output=True, text=True, check=True).stdout

    for program in sorted(BUILD.glob("llmperf*")):
        if not re.fullmatch(r"llmperf(-[a-z]+)?", program.name) or not program.is_file():
            continue
        text = usage(program)
        names = re.findall(r"^  ([a-z]+) +\S", text.split("commands:\n", 1)[-1], re.M) if "COMMAND" in text.splitlines()[0] else [""]
        for name in names:
            if "--json" in (usage(program, name) if name else text):
                yield f"{program.name} {name}".strip()


def as_called(command):
    """`llmperf-db stats` and `llmperf db stats` are the same, and the stage of a model's commands goes without saying."""
    return command.replace("llmperf-", "llmperf ").replace("llmperf model ", "llmperf ")


def documented():
    """The table of docs/schemas/README.md: command -> schemas."""
    table = {}
    for line in (SCHEMAS / "README.md").read_text().splitlines():
        cells = [c.strip() for c in line.split("|")]
        if len(cells) > 3 and cells[1].startswith("`"):
            for command in re.findall(r"`([^`]+)`", cells[1]):
                table[command] = re.findall(r"\((\S+)\.schema\.json\)", cells[2])
    return table


def main():
    table = documented()
    for file in sorted(SCHEMAS.glob("*.schema.json")):
        name = file.name.removesuffix(".schema.json")
        schema = json.loads(file.read_text())
        faults = check_schema(name, schema)
        ok(not faults, f"{name}: a schema that describes each property, in step with the sources", "\n".join(faults))
        n, faults, kept = check_outputs(name, schema)
        ok(n and not faults, f"{name}: {n} outputs validate", "\n".join(faults) or "no output")
        ok(not kept, f"{name}: damaged ones do not", "\n".join(kept))
        ok(any(name in names for names in table.values()), f"{name}: in the table of docs/schemas/README.md")
    for command in commands():
        named = [c for c in table if as_called(c).startswith(as_called(command) + " ")]
        ok(named and all((SCHEMAS / f"{s}.schema.json").is_file() for c in named for s in table[c]), f"{command} --json has its schema")
    sys.exit(1 if failed else 0)


main()
