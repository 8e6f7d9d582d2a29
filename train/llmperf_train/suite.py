"""Many fits on the GPUs of one machine within a time: an ablation, or the networks to choose from, and one table of all.

A fit is a recipe, what it changes and its seeds. Each runs as a process of its own, in OUT/NAME-SEED; what has a report is not run
again, what the time did not suffice for is named. Fits start in the order of the file.
"""

import copy
import fnmatch
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import torch
import yaml

from . import data as rows_file
from . import fit, tokenizer
from .config import UserError, apply, merge
from .suite_table import write_tables

DEFAULTS = {
    "out": None,
    "device": "auto",  # auto, cpu or cuda
    "jobs": 3,  # fits at a time on a GPU, or on the CPU
    "seconds": 0,  # after which running fits are stopped, with a checkpoint; 0: no limit
    "only": [],  # fits to run, by patterns of their names; []: all
    "base": None,  # recipe of fits that name none
    "set": {},  # KEY: VALUE over the recipes, as --set has it
    "fits": {},  # NAME: {base, set, seeds, slots}
}
FIT = {"base": None, "set": {}, "seeds": [1], "slots": 1, "seconds": 30}  # slots: of the `jobs` of a GPU; seconds: about what it takes
GRACE = 20  # seconds for a checkpoint
SAID = 8  # lines of a failed fit


class Job:
    """One fit with one seed."""

    def __init__(self, name, seed, spec, config, out):
        self.name, self.seed, self.slots, self.about = name, seed, spec["slots"], spec["seconds"]
        self.out = out / f"{name}-{seed}"
        self.config = config | {"seed": seed, "out": str(self.out)}
        self.process, self.gpu, self.state = None, None, "waiting"

    def done(self):
        return (self.out / "report.json").is_file()

    def start(self, gpu, threads):
        self.out.mkdir(parents=True, exist_ok=True)
        file = self.out / "config.yaml"
        file.write_text(yaml.safe_dump(self.config, sort_keys=False), encoding="utf-8")
        env = {
            **os.environ,
            "OMP_NUM_THREADS": str(threads),
            "TORCHINDUCTOR_COMPILE_THREADS": str(threads),
            "TOKENIZERS_PARALLELISM": "false",
        }
        if gpu is not None:
            devices = os.environ.get("CUDA_VISIBLE_DEVICES")
            env["CUDA_VISIBLE_DEVICES"] = devices.split(",")[gpu] if devices else str(gpu)
        words = [sys.executable, "-m", "llmperf_train", "fit", "--config", str(file)]
        with open(self.out / "output.txt", "w") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, env=env)
        self.gpu, self.state, self.began = gpu, "running", time.monotonic()

    def ended(self):
        """Whether it is over; then its state says how."""
        if self.process.poll() is None:
            return False
        self.state = "done" if self.done() else ("stopped" if self.process.returncode == 0 else "failed")
        return True

    def said(self):
        """The end of what a failed one printed."""
        if self.state != "failed":
            return ""
        lines = (self.out / "output.txt").read_text(errors="replace").splitlines()[-SAID:]
        return "".join(f"\n    {line}" for line in lines)


def jobs_of(config):
    """All fits, in order."""
    out, jobs = pathlib.Path(config["out"]), []
    for name, given in config["fits"].items():
        if config["only"] and not any(fnmatch.fnmatch(name, p) for p in config["only"]):
            continue
        spec = merge(FIT, given or {}, f"fits.{name}")
        base = spec["base"] or config["base"]
        if not base:
            raise UserError(f"fits.{name}.base: a recipe is needed, or base for all")
        try:
            recipe = yaml.safe_load(pathlib.Path(base).read_text(encoding="utf-8")) or {}
        except (OSError, yaml.YAMLError) as e:
            raise UserError(f"fits.{name}.base: {base}: {' '.join(str(e).split())}") from e
        for key, value in {**config["set"], **spec["set"]}.items():
            apply(recipe, [f"{key}={json.dumps(value)}"])
        recipe["device"] = config["device"]
        merged = merge(fit.DEFAULTS, recipe, f"fits.{name}")
        if merged["split"]["fold"] == "all":
            raise UserError(f"fits.{name}: one fold a fit; name several fits")
        jobs += [Job(name, seed, spec, copy.deepcopy(merged), out) for seed in spec["seeds"]]
    return jobs


def prepare(jobs):
    """Reads the data once for each way of tokenising it, so that the fits find it in their caches."""
    known = set()
    for job in jobs:
        spec, path = job.config["data"], job.config["tokenizer"] if job.config["model"]["body"] != "none" else None
        key = json.dumps([spec, path])
        if spec["cache"] and key not in known and not job.done():
            known.add(key)
            rows_file.load(spec, *(tokenizer.load(path) if path else (None, "")))


class Suite:
    """Runs jobs over GPUs until all have ended or the time is over."""

    def __init__(self, config, jobs, began):
        cuda = torch.cuda.is_available() if config["device"] == "auto" else config["device"] == "cuda"
        self.gpus = list(range(torch.cuda.device_count())) if cuda else [None]
        self.slots, self.jobs = config["jobs"], jobs
        self.until = began + config["seconds"] - GRACE if config["seconds"] else float("inf")
        self.threads = max(1, os.cpu_count() // (len(self.gpus) * self.slots))

    def run(self):
        waiting = [j for j in self.jobs if not j.done()]
        for j in self.jobs:
            j.state = "waiting" if j in waiting else "done"
        running = []
        try:
            while waiting or running:
                if time.monotonic() > self.until:
                    break
                self._start(waiting, running)
                time.sleep(0.2)
                for j in [j for j in running if j.ended()]:
                    running.remove(j)
                    print(f"{j.out.name}: {j.state} after {time.monotonic() - j.began:.0f} s{j.said()}", flush=True)
        finally:
            stop(running)

    def _start(self, waiting, running):
        """Starts what fits into free slots and into the time that is left; the emptiest GPU first."""
        for j in list(waiting):
            used = {g: sum(r.slots for r in running if r.gpu == g) for g in self.gpus}
            gpu = min(self.gpus, key=lambda g: used[g])
            if used[gpu] and used[gpu] + j.slots > self.slots:
                return
            waiting.remove(j)
            if time.monotonic() + j.about > self.until:
                j.state = "no time"
                continue
            j.start(gpu, self.threads * j.slots)
            running.append(j)


def stop(running):
    """Ends what still runs: each leaves a checkpoint."""
    for j in running:
        j.process.send_signal(signal.SIGTERM)
    for j in running:
        try:
            j.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            j.process.kill()
            j.process.wait()
        j.state = "done" if j.done() else "stopped"
        print(f"{j.out.name}: {j.state}", flush=True)


def run(config):
    if not config["out"] or not config["fits"]:
        raise UserError("out: a folder is needed, and fits: names and what they change")
    began = time.monotonic()
    jobs = jobs_of(config)
    prepare(jobs)
    print(f"data read in {time.monotonic() - began:.0f} s", flush=True)
    Suite(config, jobs, began).run()
    print(write_tables(pathlib.Path(config["out"]), jobs))
