"""Trains a network: reads, splits, packs, steps, judges, saves the model folder OUT/model.

A stopped training (SIGTERM, SIGINT) leaves a checkpoint; the same command goes on from it and ends with the same weights.
"""

import json
import pathlib
import signal
import time

import numpy as np
import torch
from tqdm import tqdm

from . import batches, calibrate, checkpoint, first, folder, losses, metrics, optim, predict, pretrain, splits, tokenizer
from . import data as rows_file
from . import model as network
from .cluster import Cluster
from .config import UserError
from .features import Normaliser, ranges
from .log import Log
from .packing import FlatPacker, Packer

DEFAULTS = {
    "out": None,
    "seed": 1,
    "device": "auto",  # auto, cpu or cuda
    "tokenizer": None,  # tokenizer.json; left out: that of model.body
    "data": rows_file.DEFAULTS,
    "split": splits.DEFAULTS,  # fold: all trains one network a fold, in OUT/fold-N
    "subset": splits.SUBSET,
    "model": network.DEFAULTS,
    "pretrain": pretrain.DEFAULTS,
    "first": first.DEFAULTS,  # steps of the head on the features alone
    "loss": losses.DEFAULTS,
    "optim": optim.DEFAULTS,
    "train": {
        "steps": 10000,
        "seconds": 0,  # that the steps may take: the schedule ends when they or the steps are over; 0: no limit
        "length": 2048,  # tokens of a packed row
        "batch": 16,  # packed rows a process
        "launches": 8,  # of a kernel in one packed row at most
        "precision": "auto",  # bf16 on CUDA, else f32
        "compile": "auto",  # on CUDA
        "attention": "auto",  # flex (on CUDA) or dense
        "eval_every": 500,
        "eval_rows": 20000,
        "patience": 0,  # evaluations without gain; 0: all steps
        "select": "mape",  # mape, log2_error or last
        "checkpoint_every": 500,  # 0: only where a training stops before its end
        "log_every": 20,
        "stop_after": 0,  # steps of this call, then a checkpoint; 0: all
        "tensorboard": False,
    },
    "save": {"dtype": "bf16", "saturation_k": 40, "predictions": False},  # predictions: OUT/predictions.npz
}


def fingerprint(config):
    """What must be the same for a checkpoint to be gone on with."""
    train = {k: v for k, v in config["train"].items() if k not in ("stop_after", "log_every", "tensorboard", "checkpoint_every")}
    return json.dumps({**config, "train": train, "out": None}, sort_keys=True)


class Training:
    """One training from its configuration to its folder."""

    def __init__(self, config, out, cluster):
        self.config, self.out, self.cluster = config, out, cluster
        self.spec = config["train"]
        self.stopped = False
        self.pace = []  # seconds a step between entries of the log that no judging lies between
        cuda = cluster.device.type == "cuda"
        self.precision = ("bf16" if cuda else "f32") if self.spec["precision"] == "auto" else self.spec["precision"]
        self.compiled = cuda if self.spec["compile"] == "auto" else self.spec["compile"]
        self.attention = ("flex" if cuda else "dense") if self.spec["attention"] == "auto" else self.spec["attention"]
        if self.attention not in ("flex", "dense"):
            raise UserError(f"train.attention: auto, flex or dense is expected, not {self.attention!r}")
        out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(config["seed"])
        torch.set_float32_matmul_precision("high")
        self._read()
        self._make()

    def _read(self):
        body = self.config["model"]["body"]
        self.tokenizer, self.text = None, ""
        if not body:
            raise UserError("model.body: the path of a CodeGen folder is needed (--set model.body=FOLDER)")
        if body != "none":
            path = self.config["tokenizer"] or (pathlib.Path(body) / "tokenizer.json" if body != "new" else None)
            if path is None:
                raise UserError("tokenizer: the path of a tokenizer.json is needed")
            self.tokenizer, self.text = tokenizer.load(path)
        if not self.cluster.first and self.config["data"]["cache"]:
            self.cluster.wait()  # for the first one's cache
        self.data = rows_file.load(self.config["data"], self.tokenizer, self.text)
        if self.cluster.first and self.config["data"]["cache"]:
            self.cluster.wait()
        self.parts = splits.parts(self.data, self.config["split"])
        self.parts["train"] = splits.subset(self.data, self.parts["train"], self.config["subset"])
        if len(self.parts["train"]) == 0:
            raise UserError("no row to train on: see split and subset")

    def _make(self):
        spec, data = self.config["model"], self.data
        names = data.names if spec["features"] is True else list(spec["features"] or [])
        x = predict.columns(data, names)
        normaliser = Normaliser.fit(names, x[self.parts["train"]]) if names else None
        self.head = network.head_config(spec, normaliser, self.config["data"]["max_tokens"], data.facts)
        shape = None
        if spec["body"] == "new":
            shape = network.new_shape(spec, self.tokenizer.get_vocab_size(), self.config["data"]["max_tokens"])
        elif spec["body"] != "none":
            shape = network.Shape.of_config(folder.config_of(spec["body"]))
        if shape and self.config["data"]["max_tokens"] > shape.n_positions:
            raise UserError(f"data.max_tokens: the network has {shape.n_positions} positions")
        self.model = network.PerfModel(shape, self.head, spec["dropout"], spec["recompute"])
        if spec["body"] not in ("new", "none"):
            folder.load_body(self.model.transformer, spec["body"])
        self.model.to(self.cluster.device)
        self.model.attention = self.attention
        if self.compiled:
            self.model.compile_blocks()
        with torch.no_grad():  # the median of the times is where training starts
            self.model.perf_head.layers[-1].bias[0] = float(np.median(data.y[self.parts["train"]]))
        self.head["training"] = self._seen()
        x = predict.normalised(data, self.head)
        self.packer = Packer(data, x, self.spec["length"], self.spec["batch"], self.spec["launches"], self.model.places())
        self.usable = self.packer.usable(self.parts["train"])
        if len(self.usable) == 0 and shape:
            raise UserError(f"no row fits into train.length {self.spec['length']} tokens")
        if shape is None:
            self.packer = FlatPacker(data, x, self.spec["batch"])
            self.usable = self.parts["train"]
        val = np.random.default_rng(self.config["seed"]).permutation(self.parts["val"])
        self.val = self.packer.usable(np.sort(val[: self.spec["eval_rows"]]))
        self.val_plan = self.packer.plan(self.val)
        self.middle = float(data.y[self.usable].mean())

    def _seen(self):
        device = self.data.device
        known = {"device": device.get("name"), "compute_units": device.get("compute_units")}
        out = {k: v for k, v in known.items() if v is not None} | {"saturation_k": self.config["save"]["saturation_k"]}
        out |= ranges(self.data.names, self.data.x[self.parts["train"]])
        out["notes"] = {
            "split": self.config["split"],
            "seed": self.config["seed"],
            "train_rows": len(self.parts["train"]),
        }
        return out

    # ---- steps ----

    def run(self):
        """All steps, or as many as this call may do. Returns whether the training is complete."""
        path = self.out / "checkpoint.pt"
        self.optimizer = optim.adamw(self.config["optim"], self.model, self.cluster.device.type == "cuda")
        self.average = optim.Average(self.model, self.config["optim"]["ema"])
        mark = fingerprint(self.config)
        at, self.best = checkpoint.load(path, self.model, self.optimizer, self.average, mark)
        self.at = at
        log = Log(self.out, at.step, self.spec["tensorboard"]) if self.cluster.first else None
        if at.step == 0 and self.config["pretrain"]["steps"] and self.model.transformer is not None:
            pretrain.train(
                self.config["pretrain"],
                self.model.transformer,
                self.data,
                self.usable,
                self.tokenizer,
                self.cluster,
                self.precision,
                self.config["seed"],
                log,
            )
        if at.step == 0 and self.config["first"]["steps"] and self.model.transformer is not None and self.head["features"]:
            x, y, seed = self.packer.x[self.usable], self.data.y[self.usable], self.config["seed"]
            loss = first.train(self.config["first"], self.model, x, y, self.config["loss"], seed, self.cluster.device)
            if log:
                log.add(0, "first", loss=loss)
        if at.step == 0:
            self.average = optim.Average(self.model, self.config["optim"]["ema"])
        if not at.finished:
            self._steps(log, lambda: self._save(path, mark))
        if log:
            log.close()
        return at.finished

    def _steps(self, log, save):
        at, spec = self.at, self.spec
        model = self.cluster.wrap(self.model)
        stream = batches.Stream(self.packer, self.usable, self.config["seed"], self.cluster, at.epoch, at.index)
        bar = tqdm(total=spec["steps"], initial=at.step, desc=self.out.name, disable=not self.cluster.first)
        last = at.step + spec["stop_after"] if spec["stop_after"] else spec["steps"]
        self.model.train()
        began, recent, mark = time.monotonic() - at.seconds, [], None
        for epoch, index, batch in stream:
            recent.append(self._step(model, batch, self._position()))
            at.step, at.epoch, at.index = at.step + 1, epoch, index + 1
            if spec["seconds"] == 0 or self.cluster.size == 1:
                at.seconds = time.monotonic() - began
            elif at.step % 10 == 0:
                at.seconds = self.cluster.agreed(time.monotonic() - began)
            bar.update()
            at.finished = self._position() >= 1
            if log and (at.step % spec["log_every"] == 0 or at.finished):
                loss = float(torch.stack(recent).mean())
                rate = self.optimizer.param_groups[0]["lr"]
                log.add(at.step, "train", loss=loss, lr=rate, epoch=epoch, seconds=at.seconds)
                bar.set_postfix(loss=f"{loss:.3f}", best=f"{at.best:.2f}")
                self.pace += [(at.seconds - mark[1]) / (at.step - mark[0])] if mark else []
                recent, mark = [], (at.step, at.seconds)
            if at.step % spec["eval_every"] == 0 or at.finished:
                self._judge(log)
                mark = None
            ends = self._ends(last) or at.finished
            if spec["checkpoint_every"] == 0:
                due = ends and not at.finished
            else:
                due = ends or at.step % spec["checkpoint_every"] == 0
            if due:
                save()
            if ends:
                break
        stream.close()
        bar.close()

    def _position(self):
        """How much of the schedule is done."""
        by_time = self.at.seconds / self.spec["seconds"] if self.spec["seconds"] else 0.0
        return max(self.at.step / self.spec["steps"], by_time)

    def _ends(self, last):
        """Whether this call must stop: asked by a signal, or because it has done its steps."""
        stop = self.stopped
        if self.cluster.size > 1:
            if self.at.step % 10:
                return self.at.step >= last
            stop = bool(self.cluster.sum(torch.tensor(float(stop), device=self.cluster.device)) > 0)
        return stop or self.at.step >= last

    def _step(self, model, batch, position):
        spec, at = self.config["loss"], self.at
        torch.manual_seed(self.config["seed"] * 1_000_003 + at.step * self.cluster.size + self.cluster.rank)
        optim.set_rate(self.optimizer, self.config["optim"], at.step, self.spec["steps"], position)
        batch = batch.to(self.cluster.device)
        share = losses.share_relative(spec, position)
        with predict.autocast(self.cluster.device, self.precision):
            out = model(batch)
        each = losses.total(spec, out.flatten(0, 1), batch.y.flatten(), share, self.middle, self.head.get("interval", 0.9))
        valid = batch.valid.flatten()
        count = self.cluster.sum(valid.sum().float())
        loss = torch.where(valid, each, 0.0).sum() * (self.cluster.size / count)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if self.config["optim"]["clip"]:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config["optim"]["clip"])
        self.optimizer.step()
        self.average.update(self.model, at.step)
        return loss.detach()

    def _judge(self, log):
        """Figures on validation rows; keeps the best weights."""
        at, spec = self.at, self.spec
        self.average.swap(self.model)
        value = -float(at.step)  # the last is the best
        if len(self.val):
            out = predict.network(self.model, self.packer, self.val, self.cluster.device, self.precision, plan=self.val_plan)
            y = self.data.y[self.val]
            found = metrics.figures(out[:, 0], y, self.data.doc[self.val], out[:, 0] - out[:, 1], out[:, 0] + out[:, 2])
            if log:
                log.add(at.step, "val", seconds=at.seconds, **found)
            if spec["select"] != "last":
                value = found[spec["select"]]
        value = self.cluster.agreed(value)
        if value < at.best:
            at.best, at.best_step, at.bad = value, at.step, 0
            self.best = {n: t.detach().cpu().clone() for n, t in self.model.state_dict().items()}
        else:
            at.bad += 1
            at.finished |= bool(spec["patience"]) and at.bad >= spec["patience"]
        self.average.swap(self.model)

    def _save(self, path, mark):
        if self.cluster.first:
            checkpoint.save(path, self.at, self.model, self.optimizer, self.average, self.best, mark)
        self.cluster.wait()

    # ---- the end ----

    def finish(self):
        """Best weights, model folder, figures."""
        if self.best is None:
            raise UserError(f"{self.out}: training diverged, no evaluation has a value; lower optim.lr")
        self.model.load_state_dict(self.best)
        self.model.to(self.cluster.device)
        figures, predicted, widen = {}, [], 0.0
        for part in ("val", "test", "heldout"):
            rows = self.packer.usable(self.parts[part])
            y = self.data.y[rows]
            out = predict.network(self.model, self.packer, rows, self.cluster.device, self.precision, quiet=False)
            p, below, above = out.T
            if part == "val" and self.head.get("interval"):
                widen = calibrate.widening(p, p - below, p + above, y, self.data.family[rows], self.head["interval"])
                self.head["widen"] = widen
            figures[part] = metrics.report(p, y, self.data, rows, *predict.interval(p, below, above, widen)[1:])
            figures[part]["rows_too_long"] = int(len(self.parts[part]) - len(rows))
            predicted.append((part, rows, out))
        facts = {
            "parameters": sum(p.numel() for p in self.model.parameters()),
            "train_rows": len(self.usable),
            "steps": self.at.step,
            "best_step": self.at.best_step,
            "seconds": self.at.seconds,
            "ms_per_step": 1000 * float(np.median(self.pace)) if self.pace else None,
            "attention": self.attention,
        }
        notes = {"config": self.config, **facts, "val": {k: figures["val"][k] for k in ("all", "from_10us")}}
        if self.model.transformer is not None:
            folder.save(self.out / "model", self.model, self.text, self.head, notes, self.config["save"]["dtype"])
        if self.config["save"]["predictions"]:
            self._predictions(predicted, widen)
        (self.out / "report.json").write_text(json.dumps({**facts, **figures}, indent=1) + "\n")
        return figures

    def _predictions(self, predicted, widen):
        """Outputs by row of the data (its place in the file), with what they should be."""
        parts, rows, outs = zip(*predicted, strict=True)
        columns = {
            "part": np.repeat(parts, [len(r) for r in rows]),
            "row": np.concatenate(rows).astype(np.int32),
            "y": self.data.y[np.concatenate(rows)],
            "out": np.concatenate(outs).astype(np.float32),
            "widen": np.float64(widen),
        }
        np.savez_compressed(self.out / "predictions.npz", **columns)


def _lines(figures):
    """What people want to know first."""
    for part, f in figures.items():
        for name in ("all", "from_10us"):
            v = f[name]
            if v["samples"]:
                error = f"MAPE {v['mape']:.1f} %, median {v['median_ape']:.1f} %, bias {v['bias_log2']:+.3f}"
                yield f"{part} {name}: {v['samples']} samples, {error}"


def fit(config, out, cluster, kind=Training):
    """One training. Returns its figures, or None when it is not complete."""
    training = kind(config, out, cluster)

    def stop(*_):
        training.stopped = True

    before = {s: signal.signal(s, stop) for s in (signal.SIGTERM, signal.SIGINT)}
    try:
        complete = training.run()
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)
    if not complete:
        print(f"{out}: stopped after step {training.at.step}; the same command goes on")
        return None
    figures = training.finish() if cluster.first else {}
    cluster.wait()
    return figures


def run(config):
    if not config["out"]:
        raise UserError("out: a folder is needed")
    cluster = Cluster(config["device"])
    out = pathlib.Path(config["out"])
    folds = range(config["split"]["folds"]) if config["split"]["fold"] == "all" else [config["split"]["fold"]]
    for fold in folds:
        where = out / f"fold-{fold}" if len(folds) > 1 else out
        figures = fit({**config, "split": {**config["split"], "fold": fold}}, where, cluster)
        if figures is None:
            break
        for line in _lines(figures):
            print(f"{where.name}: {line}")
    cluster.close()
