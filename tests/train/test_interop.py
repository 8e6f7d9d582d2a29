"""What docs/interop.md says about other tools: its commands and Python run, and what the tools make of a data set has the types of its
schema. Nothing is downloaded."""

import contextlib
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from common import ROOT, build_folder, done, ok

sys.path.insert(0, str(ROOT / "tests"))
import docs  # noqa: E402

PAGE = "docs/interop.md"
os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_DATASETS_DISABLE_PROGRESS_BARS="1")
AUTHORS = {"code": "string", "gsize": "int64", "lsize": "int64", "kernel_path": "string", "execution_time": "int64", "input_sizes": "string"}


def scratch(folder, build):
    """A folder that looks like the repository with its build/."""
    for name in ("configs", "kernels-corpus", "db", "models"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").symlink_to(build)
    os.environ.update(PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}", HF_HOME=str(folder / "hf"), HOME=str(folder))
    os.chdir(folder)


def documented_commands():
    for command in docs.commands(PAGE):
        served = command.startswith("datasette") and "--get" not in command  # it would not end
        run = subprocess.run(["bash", "-c", command + (" --get /campaign/timing" if served else "")], capture_output=True, text=True, timeout=300)
        ok(run.returncode == 0, f"documented: {command.splitlines()[0][:90]}", run.stderr[-2000:])
        if served:
            ok("median of the repetitions, ns" in run.stdout, "Datasette tells the units of columns", run.stdout[:2000])
        elif "--get" in command:
            found = json.loads(run.stdout) if run.returncode == 0 else []
            lines = Path("out/smoke/dataset.jsonl").read_text().splitlines()
            ok(len(found) == len(lines) > 20, "Datasette's query has the rows of the data set", f"{len(found)} and {len(lines)}")


def described_columns():
    """db/datasette.yaml describes tables and columns that are there, and every column with a unit."""
    tables = yaml.safe_load((ROOT / "db/datasette.yaml").read_text())["databases"]["campaign"]["tables"]
    with contextlib.closing(sqlite3.connect("file:out/smoke/campaign.db?mode=ro", uri=True)) as db:
        columns = {t: {c[1] for c in db.execute(f"PRAGMA table_info({t})")} for (t,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    described = {(t, c) for t in tables for c in tables[t].get("columns", {})}
    there = {(t, c) for t in columns for c in columns[t]}
    units = {(t, c) for t, c in there if c.endswith(("_ns", "_bytes", "_mhz"))}
    ok(described <= there and set(tables) <= set(columns), "Datasette: what is described is there", described - there)
    ok(units <= described, "Datasette: each unit is described", units - described)


def documented_python():
    """The blocks of the page in order, with the names that those before have made."""
    found, _ = docs.blocks(PAGE, (ROOT / PAGE).read_text())
    names, text = {}, io.StringIO()
    for block in (b for b in found if b.language == "python"):
        source = "\n".join(block.lines)
        try:
            with contextlib.redirect_stdout(text):
                exec(compile(source, f"{PAGE}:{block.line}", "exec"), names)  # noqa: S102
            problem = ""
        except Exception as e:
            problem = f"{e!r} {e.__cause__!r}"
        ok(not problem, f"documented: {PAGE}:{block.line}", problem)
    ok(re.search(r"^\S+ +(idle|under|saturated) +\d", text.getvalue(), re.MULTILINE), "documented: times by pattern and class", text.getvalue())
    return names


def wanted(schema, defs):
    """What a property of the schema is as a column: the name of a type, or a dict or list of such."""
    if "$ref" in schema:
        return wanted(defs[schema["$ref"].split("/")[-1]], defs)
    if "anyOf" in schema:
        return wanted(schema["anyOf"][0], defs)
    if "enum" in schema or "const" in schema:
        return "string"
    kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
    if kind == "array":
        return [wanted(schema["items"], defs)]
    if kind == "object":
        return {k: wanted(s, defs) for k, s in schema["properties"].items()} if "properties" in schema else wanted(schema["additionalProperties"], defs)
    return {"integer": "int64", "number": "float64", "string": "string"}[kind]


def got(feature):
    if isinstance(feature, dict):
        return {k: got(f) for k, f in feature.items()}
    return [got(feature.feature)] if hasattr(feature, "feature") else feature.dtype


def load(*files, **more):
    from datasets import load_dataset

    return load_dataset("json", data_files=[str(f) for f in files], split="train", **more)


def check_types(name, types):
    schema = json.loads((ROOT / "docs/schemas/dataset-row.schema.json").read_text())
    want, have = wanted(schema, schema["$defs"]), got(types)
    features = have.pop("features")
    of_features = want.pop("features")
    ok(have == want, f"{name}: datasets finds the types of the schema", f"{have}\n{want}")
    ok(len(features) > 100 and set(features.values()) == {of_features}, f"{name}: each feature is an integer", features)
    ok({k: have[k] for k in AUTHORS} == AUTHORS, f"{name}: the authors' fields", have)


def same_rows(name, rows, file):
    lines = [json.loads(line) for line in Path(file).read_text().splitlines()]
    ok(rows.to_list() == lines, f"{name}: the rows come back as they are", f"{len(rows)} and {len(lines)}")


def export(build, name, statements):
    """The data set of the campaign after these statements."""
    with contextlib.closing(sqlite3.connect("out/smoke/campaign.db")) as db, contextlib.closing(sqlite3.connect(f"{name}.db")) as changed:
        db.backup(changed)
        changed.executescript(statements)
    subprocess.run([build / "llmperf", "db", "export", "-q", "--db", f"{name}.db", "--out", f"{name}.jsonl"], check=True)
    return f"{name}.jsonl"


def main():
    build = build_folder()
    with tempfile.TemporaryDirectory() as folder:
        scratch(Path(folder), build)
        documented_commands()
        described_columns()
        names = documented_python()
        made = "out/smoke/dataset.jsonl"
        rows = load(made)
        check_types("a campaign", rows.features)
        check_types("the types that the page names", names["types"])
        same_rows("a campaign", rows, made)
        six = [json.loads(line) for line in Path("out/smoke/six.jsonl").read_text().splitlines()]
        ok(len(six) == len(rows) and all(list(r) == list(AUTHORS) for r in six), "six fields: these and no more", six[:1])
        types = {k: str(t) for k, t in names["pandas"].read_json(made, lines=True)[list(AUTHORS)].dtypes.items()}
        ok(types == {k: {"string": "str"}.get(t, t) for k, t in AUTHORS.items()}, "pandas: the authors' fields", types)

        unsplit = export(build, "unsplit", "DELETE FROM split; UPDATE timing SET weight = NULL, weight_reason = NULL")
        both = load(unsplit, made, features=names["types"])
        ok(len(both) == 2 * len(rows) and both[0]["split"] is None and both[-1]["split"], "one that is not split, and one that is", both.features)
        lacking = export(build, "lacking", "DELETE FROM feature WHERE name < 'load' AND kernel_id = (SELECT min(kernel_id) FROM sample)")
        rows = load(lacking, features=names["types"], chunksize=8192)  # a few rows at a time
        ok(None in rows[0]["features"].values() and None not in rows[-1]["features"].values(), "a kernel that lacks features has nulls", rows[0])
        same_rows("a kernel that lacks features", rows, lacking)
        os.chdir(ROOT)
    done()


main()
