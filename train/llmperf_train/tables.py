"""Trees as tables in a safetensors file (docs/formats.md): from the files of both libraries, and what they predict.

Nodes come in preorder, so children need no numbers. A threshold becomes the greatest float32 that is not above it: features are
float32, so each goes the way that it went. Leaves of XGBoost are float32 and stay so, LightGBM's stay double.
"""

import json
import pathlib
import shutil

import numpy as np
from safetensors.numpy import load_file, save_file

from . import folder
from .config import UserError

DEFAULTS = {"model": None, "out": None}
SUFFIX = ".safetensors"
LEFT, ZERO, NAN = 1, 1 << 1, 2 << 1  # flags of a split


def not_above(v):
    """float32, the greatest that is <= v."""
    with np.errstate(over="ignore"):
        f = np.asarray(v, np.float64).astype(np.float32)
    above = f.astype(np.float64) > v
    f[above] = np.nextafter(f[above], np.float32(-np.inf))
    return f


class Writer:
    """Collects trees node by node."""

    def __init__(self):
        self.feature, self.threshold, self.flags, self.leaf = [], [], [], []

    def tree(self, root, node):
        """node(i): a leaf's value, or (feature, threshold, flags, left, right)."""
        stack = [root]
        while stack:
            found = node(stack.pop())
            if not isinstance(found, tuple):
                self.feature.append(-1)
                self.leaf.append(found)
                continue
            feature, threshold, flags, left, right = found
            self.feature.append(feature)
            self.threshold.append(threshold)
            self.flags.append(flags)
            stack += [right, left]

    def done(self, names, base, divisor, leaf_type):
        return {
            "feature": np.array(self.feature, np.int16),
            "threshold": not_above(np.array(self.threshold, np.float64)),
            "flags": np.array(self.flags, np.uint8),
            "leaf": np.array(self.leaf, leaf_type),
            "start": np.array([base, divisor], np.float64),
            "names": np.frombuffer("\n".join(names).encode(), np.uint8),
        }


def of_lightgbm(text, names):
    """Tables of a model that LightGBM saved as text."""
    out, trees = Writer(), 0
    head, *blocks = text.split("end of trees")[0].split("\nTree=")
    for block in blocks:
        lines = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
        leaf = [float(v) for v in lines["leaf_value"].split()]
        trees += 1
        if len(leaf) == 1:
            out.tree(0, lambda _, leaf=leaf: leaf[0])
            continue
        feature, decision, left, right = (
            [int(v) for v in lines[k].split()] for k in ("split_feature", "decision_type", "left_child", "right_child")
        )
        threshold = [float(v) for v in lines["threshold"].split()]
        if any(d & 1 for d in decision):
            raise UserError("splits on categories have no tables")

        def node(i, leaf=leaf, feature=feature, threshold=threshold, decision=decision, left=left, right=right):
            if i < 0:
                return leaf[~i]
            return feature[i], threshold[i], (decision[i] >> 1 & 1) | (decision[i] >> 2) << 1, left[i], right[i]

        out.tree(0, node)
    averaged = "average_output" in head.splitlines()
    return out.done(names, 0, trees if averaged and trees else 1, np.float64)


def of_xgboost(text, names):
    """Tables of a model that XGBoost saved as JSON."""
    learner, out = json.loads(text)["learner"], Writer()
    base = float(learner["learner_model_param"]["base_score"].strip("[]"))
    for tree in learner["gradient_booster"]["model"]["trees"]:
        columns = (tree[k] for k in ("left_children", "right_children", "split_indices", "split_conditions", "default_left"))
        rows = list(zip(*columns, strict=True))

        def node(i, rows=rows):
            left, right, feature, at, default = rows[i]
            return at if left < 0 else (feature, at, (LEFT if default else 0) | NAN, left, right)

        out.tree(0, node)
    return out.done(names, base, 1, np.float32)


def convert(path, kind, names):
    """Tables of a library's own file."""
    text = path.read_text(encoding="utf-8")
    return of_lightgbm(text, names) if kind == "lightgbm" else of_xgboost(text, names)


def joined(first, second, path):
    """Tables that predict the sum of both; `path` is where the first are from."""
    if first["start"][1] != 1 or second["start"][1] != 1:
        raise UserError(f"{path}: trees that are averaged cannot be gone on with")
    both = {k: np.concatenate([first[k], second[k]]).astype(first[k].dtype) for k in ("feature", "threshold", "flags", "leaf")}
    return both | {"start": np.array([first["start"][0] + second["start"][0], 1], np.float64), "names": first["names"]}


def write(tables, path):
    save_file(tables, str(path))
    path.chmod(0o644)  # the library's own is for the owner only


def load(path, names):
    tables = load_file(path)
    if tables["names"].tobytes().decode() != "\n".join(names):
        raise UserError(f"{path}: its features are not those of config.json")
    return tables


def children(feature):
    """(roots, right): where trees begin, and the right child of each split; the left one follows it."""
    right, roots, waiting = np.zeros(len(feature), np.int64), [], []
    for at, f in enumerate(feature):
        if at == 0 or feature[at - 1] < 0:
            if waiting:
                right[waiting.pop()] = at
            else:
                roots.append(at)
        if f >= 0:
            waiting.append(at)
    return np.array(roots, np.int64), right


def predict(tables, kind, x):
    """Sums over the trees for rows of float32 features, in the library's order and type."""
    feature = tables["feature"]
    roots, right = children(feature.tolist())
    split = feature >= 0
    at, flags = np.zeros(len(feature), np.float32), np.zeros(len(feature), np.uint8)
    value = np.zeros(len(feature), tables["leaf"].dtype)
    at[split], flags[split], value[~split] = tables["threshold"], tables["flags"], tables["leaf"]
    base, divisor = tables["start"]
    total = np.full(len(x), base if kind == "xgboost" else 0, value.dtype)
    for root in roots:
        total += value[_leaves(root, feature, at, flags, right, kind, x)]
    return total.astype(np.float64) / divisor


def _leaves(root, feature, at, flags, right, kind, x):
    """The leaf that each row ends in."""
    node, rows = np.full(len(x), root), np.arange(len(x))
    while len(rows):
        rows = rows[feature[node[rows]] >= 0]
        n = node[rows]
        node[rows] = np.where(_left(x[rows, feature[n]], at[n], flags[n], kind), n + 1, right[n])
    return node


def _left(v, at, flags, kind):
    missing, default = np.isnan(v), (flags & LEFT) > 0
    if kind == "xgboost":
        return np.where(missing, default, v < at)
    w = np.where(missing, np.float32(0), v)
    asked = np.where(missing & (flags & NAN > 0), True, (flags & ZERO > 0) & (np.abs(w.astype(np.float64)) <= 1e-35))
    return np.where(asked, default, w <= at)


def name_for(source, out):
    """median.safetensors, or median.txt.safetensors where another file has that name."""
    short = source.stem + SUFFIX
    return source.name + SUFFIX if (out / short).exists() else short


def rename_in_card(out, before, after):
    readme = out / "README.md"
    if readme.is_file():
        readme.write_text(readme.read_text(encoding="utf-8").replace(f"`{before}`", f"`{after}`"), encoding="utf-8")


def run(config):
    if not config["model"] or not config["out"]:
        raise UserError("model and out: two folders are needed (--set model=DIR --set out=DIR)")
    model, out = pathlib.Path(config["model"]), pathlib.Path(config["out"])
    if out.exists():
        raise UserError(f"{out}: is there already; choose another folder")
    whole = folder.config_of(model)
    head = whole["perf_head"]
    shutil.copytree(model, out)
    for t in head.get("trees", []):
        source = model / t["file"]
        if source.suffix == SUFFIX:
            continue
        t["file"] = name_for(source, out)
        write(convert(source, t["format"], t["features"]), out / t["file"])
        (out / source.name).unlink()
        rename_in_card(out, source.name, t["file"])
    folder.write_config(out, head, {k: v for k, v in whole.items() if k != "perf_head"})
    size = [sum(f.stat().st_size for f in d.iterdir()) for d in (model, out)]
    print(f"{out}: {size[0]} bytes became {size[1]}")
