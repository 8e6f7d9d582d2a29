"""Boosted trees of LightGBM and XGBoost over the features of a launch: training, saving, predicting as the model folder defines it."""

import lightgbm
import numpy as np
import xgboost

from . import tables
from .config import UserError

DEFAULTS = {
    "package": "lightgbm",
    "rounds": 2000,
    "patience": 50,  # rounds without gain on the validation rows
    "learning_rate": 0.1,
    "leaves": 63,
    "min_rows": 20,
    "row_share": 0.7,
    "column_share": 0.5,
    "interval": 0.9,  # null: none
    "relative": 1.0,  # how far the median goes from that of the logarithm (0) to what makes the relative error least (1)
    "threads": 0,
    "seed": 1,
}


WEIGHT_LIMIT = 3  # of log2 of a weight
INNER_FOLDS = 3


def relative_weights(spec, names, x, y, group):
    """Weights that turn the median into what makes |predicted / measured - 1| least.

    That is the median weighted by 1 / measured time. Weights of 1 / time alone would let the shortest kernels decide, so each row has
    predicted / measured time, with predictions of trees that have not seen the row's group. The median's spread decides how far that
    lowers it: a time that is certain stays.
    """
    code = np.unique(group, return_inverse=True)[1]
    fold = np.random.default_rng(spec["seed"]).integers(0, INNER_FOLDS, code.max() + 1)[code]
    error = np.zeros(len(y))
    for k in range(INNER_FOLDS):
        own, rest = fold == k, fold != k
        if own.any() and rest.any():
            booster = train(spec, "median", 0.5, names, x[rest], y[rest], x[own], y[own])
            error[own] = predict_booster(booster, names, x[own]) - y[own]
    return np.exp2(np.clip(spec["relative"] * error, -WEIGHT_LIMIT, WEIGHT_LIMIT))


def train(spec, objective, alpha, names, x, y, x_val, y_val, weight=None):
    """A booster cut to its best round: objective `median` or `quantile` with alpha. With weights, those of relative_weights, the best
    round is that of the least relative error."""
    if spec["package"] == "lightgbm":
        return _lightgbm(spec, objective, alpha, names, x, y, x_val, y_val, weight)
    if spec["package"] == "xgboost":
        return _xgboost(spec, objective, alpha, names, x, y, x_val, y_val, weight)
    raise UserError(f"trees.package: lightgbm or xgboost is expected, not {spec['package']!r}")


def relative_error(p, y):
    """|2^(p - y) - 1|, going on as a straight line from 1 upwards, so that a few rows do not decide."""
    d = np.asarray(p, np.float64) - y
    return float(np.where(d < 1, np.abs(np.exp2(np.minimum(d, 1)) - 1), 1 + 2 * np.log(2) * (d - 1)).mean())


def _lightgbm(spec, objective, alpha, names, x, y, x_val, y_val, weight):
    params = {
        "objective": "l1" if objective == "median" else "quantile",
        "alpha": alpha,
        "learning_rate": spec["learning_rate"],
        "num_leaves": spec["leaves"],
        "min_data_in_leaf": spec["min_rows"],
        "bagging_fraction": spec["row_share"],
        "bagging_freq": 1,
        "feature_fraction": spec["column_share"],
        "seed": spec["seed"],
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": spec["threads"],
        "verbose": -1,
    }

    def relative(p, rows):
        return "relative", relative_error(p, rows.get_label()), False

    if weight is not None:
        params["metric"] = "None"
    judge = None if weight is None else relative
    data = lightgbm.Dataset(x, y, weight=weight, feature_name=names)
    stop = [lightgbm.early_stopping(spec["patience"], verbose=False)] if len(y_val) else []
    sets = [lightgbm.Dataset(x_val, y_val, reference=data)] if len(y_val) else []
    return lightgbm.train(params, data, spec["rounds"], valid_sets=sets, feval=judge, callbacks=stop)


def _xgboost(spec, objective, alpha, names, x, y, x_val, y_val, weight):
    kind = {"objective": "reg:absoluteerror"} if objective == "median" else {"objective": "reg:quantileerror", "quantile_alpha": alpha}
    params = {
        **kind,
        "eta": spec["learning_rate"],
        "max_leaves": spec["leaves"],
        "max_depth": 0,
        "grow_policy": "lossguide",
        "min_child_weight": spec["min_rows"],
        "subsample": spec["row_share"],
        "colsample_bytree": spec["column_share"],
        "seed": spec["seed"],
        "nthread": spec["threads"] or None,
        "tree_method": "hist",
    }
    if kind["objective"] == "reg:quantileerror":
        params["eval_metric"] = "quantile"

    def relative(p, rows):
        return "relative", relative_error(p, rows.get_label())

    if weight is not None:
        params["disable_default_eval_metric"] = True
    judge = None if weight is None else relative
    data = xgboost.DMatrix(x, y, weight=weight, feature_names=names)
    sets = [(xgboost.DMatrix(x_val, y_val, feature_names=names), "val")] if len(y_val) else []
    stop = spec["patience"] if sets else None
    booster = xgboost.train(params, data, spec["rounds"], sets, custom_metric=judge, early_stopping_rounds=stop, verbose_eval=False)
    return booster[: booster.best_iteration + 1] if sets else booster


def predict_booster(booster, names, x):
    """Of a booster as `train` returns it."""
    return booster.predict(x if isinstance(booster, lightgbm.Booster) else xgboost.DMatrix(x, feature_names=names)).astype(np.float64)


def save(booster, folder, stem):
    """The file's name."""
    if isinstance(booster, lightgbm.Booster):
        name = f"{stem}.txt"
        booster.save_model(str(folder / name), num_iteration=booster.best_iteration or -1)
    else:
        name = f"{stem}.json"
        booster.save_model(folder / name)
    return name


def entry(booster, folder, output, names):
    """An element of perf_head.trees."""
    name = save(booster, folder, output)
    kind = "lightgbm" if isinstance(booster, lightgbm.Booster) else "xgboost"
    return {"file": name, "format": kind, "output": output, "weight": 1, "features": list(names)}


def predict_file(path, kind, names, x):
    if path.suffix == tables.SUFFIX:
        return tables.predict(tables.load(path, names), kind, x)
    if kind == "lightgbm":
        return lightgbm.Booster(model_file=str(path)).predict(x)
    return xgboost.Booster(model_file=path).predict(xgboost.DMatrix(x, feature_names=names)).astype(np.float64)


def of_folder(path, head, data, rows):
    """Of each trees entry that is a median: {"median": (weight, values)}; the last one also has below and above, taken together."""
    from .predict import columns, mean

    outputs = {"median": [], "lo": [], "hi": []}
    for t in head.get("trees", []):
        x = columns(data, t["features"])[rows]
        values = predict_file(path / t["file"], t["format"], t["features"], x)
        outputs[t.get("output", "median")].append((t.get("weight", 1), values))
    sides = [{"median": pair} for pair in outputs["median"]]
    if sides and outputs["lo"] and outputs["hi"]:
        middle = mean(outputs["median"])
        sides[-1]["below"] = sum(w for w, _ in outputs["lo"]), np.maximum(middle - mean(outputs["lo"]), 0)
        sides[-1]["above"] = sum(w for w, _ in outputs["hi"]), np.maximum(mean(outputs["hi"]) - middle, 0)
    return sides
