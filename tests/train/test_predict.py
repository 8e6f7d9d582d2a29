"""llmperf predict against transformers, xgboost and lightgbm, end to end.

Random model folders of another seed than those of tests/fixtures/model, large boosted trees, a network of the exact shape of
codegen-350M. Times must agree to 1e-4 in log2, those of trees to 1e-5.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common
import make_model_folder as folder

KERNELS = common.ROOT / "tests/fixtures/model/kernels"
sys.path.insert(0, str(common.ROOT / "tests/e2e"))
from predict_golden import difference


def predicted(build, model, row):
    words = [build / "llmperf", "predict", "--json", "-q", "--model", model, KERNELS / row["file"], "--kernel", row["kernel"], "--global",
             str(row["global"]), "--local", str(row["local"])]
    for arg in row["args"]:
        words += ["--arg", arg]
    run = subprocess.run(words, capture_output=True, text=True, timeout=600)
    return json.loads(run.stdout) if run.returncode == 0 else run.stderr


def compare(build, name, model, launches, limit):
    worst = 0.0
    for want in folder.golden_rows(model.parent, model.name, launches):
        got = predicted(build, model, want)
        if not isinstance(got, dict):
            common.ok(False, name, got)
            return
        worst = max(worst, difference(got, want))
    common.ok(worst <= limit, f"{name}: {worst:.2g} in log2", f"more than {limit}")


def more_launches(build):
    """Many launches of the kernels, so that most leaves of large trees are met."""
    rng = numpy.random.default_rng(5)
    folder.LAUNCHES = [("axpy.cl", "axpy", int(local * 2 ** rng.uniform(0, 17)) // local * local, local,
                        {"n": str(int(2 ** rng.uniform(0, 22))), "a": "1"}, {})
                       for local in map(int, rng.choice([32, 64, 128, 256], 60))]
    return folder.launches_of(build, KERNELS)


def main():
    build = common.build_folder()
    launches = folder.launches_of(build, KERNELS)
    with tempfile.TemporaryDirectory() as temp:
        out = pathlib.Path(temp)
        shutil.copytree(KERNELS, out / "kernels")
        folder.make_all(build, out, seed=11)
        run = subprocess.run([sys.executable, common.ROOT / "tests/e2e/predict_golden.py", build, out], capture_output=True, text=True)
        common.ok(run.returncode == 0, "folders of another seed", run.stdout + run.stderr)

        folder.make_network(out / "large", "350m", "f32", 3, [launch.prompt for _, launch in launches])
        folder.add_config(out / "large", folder.network_head(1024, numpy.random.default_rng(3), out / "large"))
        compare(build, "the shape of codegen-350M", out / "large", launches[:2], 1e-4)
        shutil.rmtree(out / "large")

        folder.make_tree_folder(out / "forest", 7, rounds=600, depth=6)
        compare(build, "600 deep trees of either library", out / "forest", more_launches(build), 1e-5)
    common.done()


if __name__ == "__main__":
    main()
