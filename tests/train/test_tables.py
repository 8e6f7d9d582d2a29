"""Trees as tables: what they predict in Python against both libraries, and the C side with them against the C side without."""

import pathlib
import subprocess
import sys
import tempfile

import lightgbm
import numpy
import xgboost

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common
import make_trees

sys.path.insert(0, str(common.ROOT / "train"))
from llmperf_train import tables

MODEL = common.ROOT / "tests/fixtures/model/trees"
AXPY = common.ROOT / "tests/fixtures/model/kernels/axpy.cl"


def compare(name, path, kind, x, want):
    got = tables.predict(tables.convert(path, kind, make_trees.NAMES), kind, x)
    worst = numpy.abs(got - want).max()
    common.ok(worst <= 1e-6, f"{name}: {worst:.2g} from the library", f"more than 1e-6 in {len(x)} rows")


def libraries(folder):
    """Large trees of both libraries, with missing values and zeros."""
    x, y = make_trees.data(3, 20000)
    probe = make_trees.data(4, 5000)[0]
    for missing in False, True:
        options = {"objective": "regression_l1", "num_leaves": 127, "verbose": -1, "num_threads": 1, "zero_as_missing": missing}
        model = lightgbm.train(options, lightgbm.Dataset(x, y, feature_name=make_trees.NAMES), 100)
        model.save_model(str(folder / "l.txt"))
        compare(f"LightGBM, zero_as_missing {missing}", folder / "l.txt", "lightgbm", probe, model.predict(probe))
    matrix = xgboost.DMatrix(x, y, feature_names=make_trees.NAMES)
    booster = xgboost.train({"objective": "reg:absoluteerror", "max_depth": 8, "nthread": 1}, matrix, 100)
    booster.save_model(folder / "x.json")
    want = booster.predict(xgboost.DMatrix(probe, feature_names=make_trees.NAMES))
    compare("XGBoost", folder / "x.json", "xgboost", probe, want.astype(numpy.float64))


def thresholds():
    """The greatest float32 that is not above a double."""
    rng = numpy.random.default_rng(1)
    v = numpy.concatenate([rng.normal(0, 10, 1000), [0.1, 1e-35, -1e-35, 1e300, -1e300, numpy.inf, 16777217.0]])
    f = tables.not_above(v)
    with numpy.errstate(over="ignore"):
        above = numpy.nextafter(f, numpy.float32(numpy.inf)).astype(numpy.float64)
    good = (f.astype(numpy.float64) <= v) & ((above > v) | numpy.isinf(v))
    common.ok(good.all(), "thresholds go down to the next float32", v[~good])


def predicted(build, model):
    words = [build / "llmperf", "predict", "-q", "--json", "--model", model, AXPY, "--sweep", "global=1024:16777216:x2,local=32,64,128,256"]
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


def compacted(build, folder):
    """A folder with trees of both libraries, before and after."""
    words = [sys.executable, "-m", "llmperf_train", "compact", "--set", f"model={MODEL}", "--set", f"out={folder / 'small'}"]
    run = subprocess.run(words, cwd=common.ROOT / "train", capture_output=True, text=True, timeout=120)
    common.ok(run.returncode == 0, "compact", run.stderr)
    before, after = predicted(build, MODEL), predicted(build, folder / "small")
    common.ok(before.stdout == after.stdout and before.stdout, "the C side predicts the same", before.stderr + after.stderr)
    left = sorted(p.name for p in (folder / "small").iterdir() if p.suffix in (".json", ".txt"))
    common.ok(left == ["config.json"], "no file of a library is left", left)
    again = subprocess.run(words, cwd=common.ROOT / "train", capture_output=True, text=True, timeout=120)
    common.ok("is there already" in again.stderr, "a folder that is there is refused", again.stderr)


def main():
    build = common.build_folder()
    with tempfile.TemporaryDirectory() as temp:
        libraries(pathlib.Path(temp))
        compacted(build, pathlib.Path(temp))
    thresholds()
    common.done()


if __name__ == "__main__":
    main()
