"""Kills processes of running campaigns at random moments; used by kills.sh.

usage: kills.py LLMPERF PLAN.db WHOLE.db FOLDER KILLS [PROFILE-OPTION...]
Victims are supervisors, their lanes, workers and builders, not what a driver starts under them (PoCL's linker: whose death is
the compiler's). Prints TAP lines without numbers ("ok NAME"); the caller counts them.
"""
import collections
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

LLMPERF, PLAN, WHOLE, FOLDER, KILLS, OPTIONS = *sys.argv[1:5], int(sys.argv[5]), sys.argv[6:]
MODE = " ".join(OPTIONS) or "one device"
END_S = 900     # of one campaign, all its runs together
rng = random.Random(20)


def say(good, name, detail=""):
    print(f"{'ok' if good else 'not ok'} {name}", flush=True)
    if not good and detail:
        print("# " + str(detail).replace("\n", "\n# "))


def outcomes(path):
    """What is known of each sample, without the times: {(kernel, index): policy or reason}."""
    db = sqlite3.connect(path, timeout=30)
    rows = db.execute("SELECT k.path, k.name, s.idx, t.policy FROM timing t JOIN sample s ON s.id = t.sample_id"
                      " JOIN kernel k ON k.id = s.kernel_id UNION ALL SELECT k.path, k.name, s.idx, f.reason FROM failure f"
                      " JOIN sample s ON s.id = f.sample_id JOIN kernel k ON k.id = s.kernel_id").fetchall()
    db.close()
    return collections.Counter(rows)


def blamed(path):
    """Why samples failed and kernels are quarantined."""
    db = sqlite3.connect(path, timeout=30)
    rows = db.execute("SELECT DISTINCT reason, detail FROM failure UNION SELECT status, detail FROM probe WHERE status = 'quarantined'")
    found = [f"{reason}: {detail}" for reason, detail in rows]
    db.close()
    return found


def rows_of(path):
    """Every timing: they may never change or vanish."""
    db = sqlite3.connect(path, timeout=30)
    rows = dict(db.execute("SELECT id, sample_id || ' ' || policy || ' ' || median_ns FROM timing"))
    db.close()
    return rows


def ours(pid):
    try:
        return os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("llmperf")
    except OSError:
        return False


def family(pid):
    """Ids of our processes below pid."""
    parents = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as f:
                parents[int(name)] = int(f.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    below, new = set(), {pid}
    while new:
        new = {p for p, up in parents.items() if up in new} - below
        below |= new
    return sorted(p for p in below if ours(p))


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def check(path):
    """What `db check` finds amiss, also while a supervisor is at work."""
    done = subprocess.run([LLMPERF, "db", "check", "--db", path], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def strike(run, kills):
    """Kills one process of the run; true when one was there to be killed."""
    below = family(run.pid)
    kind, pid = ("supervisor", run.pid) if rng.random() < 0.3 or not below else ("worker, builder or lane", rng.choice(below))
    hit = kill(pid)
    kills[kind] += hit
    return hit


def killed(status, said):
    """A supervisor that was killed, or a team whose lane was."""
    return status in (-signal.SIGKILL, 137) or (status == 1 and "was killed by signal 9; the same command goes on" in said)


def campaign(path, left):
    """Runs one campaign to its end under fire; returns (kills by kind, troubles)."""
    kills, troubles, known, start = collections.Counter(), [], {}, time.monotonic()
    while True:
        run = subprocess.Popen([LLMPERF, "profile", "-q", "--db", path, *OPTIONS], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
        while run.poll() is None and time.monotonic() - start < END_S:
            time.sleep(rng.uniform(0.05, 3))
            if sum(kills.values()) >= left or run.poll() is not None or not strike(run, kills):
                continue
            amiss = check(path)
            if amiss:
                troubles.append(f"after kill {sum(kills.values())}: {amiss}")
        if run.poll() is None:
            run.kill()
            troubles.append("no end")
        status = run.wait()
        said = run.stderr.read().decode(errors="replace")
        now = rows_of(path)
        lost = [known[i] for i in known if now.get(i) != known[i]]
        if lost:
            troubles.append(f"lost or changed: {lost[:3]}")
        known = now
        if status == 0 or troubles:
            return kills, troubles
        if not killed(status, said):
            troubles.append(f"status {status}: {said}")
            return kills, troubles


total, n, want = collections.Counter(), 0, outcomes(WHOLE)
while sum(total.values()) < KILLS:
    path = os.path.join(FOLDER, f"{len(OPTIONS)}-{n}.db")
    shutil.copy(PLAN, path)
    kills, troubles = campaign(path, KILLS - sum(total.values()))
    total += kills
    n += 1
    name = f"{MODE}, campaign {n}, {sum(kills.values())} kills"
    say(not troubles, f"{name}: goes on to its end, nothing stored is lost", "\n".join(troubles))
    have = outcomes(path)
    say(have == want, f"{name}: the finished set is that of an undisturbed run", 
        "\n".join([f"more: {list((have - want).items())[:3]}, less: {list((want - have).items())[:3]}", *blamed(path)]))
    amiss = check(path)
    say(not amiss, f"{name}: the database is in order", amiss)
    if troubles:
        break
say(sum(total.values()) >= KILLS, f"{MODE}: {KILLS} processes were killed", dict(total))
print(f"# {MODE}: " + ", ".join(f"{k}: {v}" for k, v in sorted(total.items())) + f", in {n} campaigns")
