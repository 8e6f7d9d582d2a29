"""Headless Chromium over a pipe: the DevTools protocol as NUL-separated JSON, descriptors 3 (to it) and 4 (from it).

No network, a profile folder of its own that goes with it. Calls wait for their answers; events are kept in order.
"""
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

LIMIT_S = 60  # for one answer


class NoChromium(Exception):
    """None is installed, or it does not start."""


def find():
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    raise NoChromium("no chromium is installed")


def high(descriptor):
    """The same above 10: the shell below moves two to 3 and 4, which must not be among them."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 11)
    os.close(descriptor)
    return moved


class Chromium:
    def __init__(self):
        self.path = find()
        self.profile = tempfile.mkdtemp(prefix="llmperf-browser-")
        self.events, self.last_id, self.partial = [], 0, b""

    def __enter__(self):
        to_read, self.to, self.source, from_write = (high(d) for d in os.pipe() + os.pipe())
        args = [self.path, "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-extensions",
                "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--user-data-dir=" + self.profile]
        if os.geteuid() == 0:
            args.append("--no-sandbox")  # Chromium's own sandbox does not work for root
        # The shell puts the pipes where Chromium looks for them.
        wrapper = f'exec "$@" 3<&{to_read} 4>&{from_write}'
        self.process = subprocess.Popen(["bash", "-c", wrapper, "bash", *args, "about:blank"], pass_fds=(to_read, from_write),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "HOME": self.profile}, start_new_session=True)
        os.close(to_read)
        os.close(from_write)
        self.call("Browser.getVersion")
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(20)
        except (OSError, RuntimeError, NoChromium, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, 9)
            self.process.wait()
        os.close(self.to)
        os.close(self.source)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, limit_s):
        """The next message, or None when none comes in time."""
        until = time.monotonic() + limit_s
        while b"\0" not in self.partial:
            if not select.select([self.source], [], [], max(0, until - time.monotonic()))[0]:
                return None
            data = os.read(self.source, 1 << 16)
            if not data:
                raise NoChromium(f"{self.path} ended")
            self.partial += data
        message, self.partial = self.partial.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        try:
            os.write(self.to, json.dumps(message).encode() + b"\0")
        except BrokenPipeError:
            raise NoChromium(f"{self.path} ended") from None
        while True:
            answer = self.receive(LIMIT_S)
            if answer is None:
                raise RuntimeError(f"{method}: no answer in {LIMIT_S} s")
            if answer.get("id") == self.last_id:
                break
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def drain(self, session):
        """The events of a session that came so far."""
        while True:
            e = self.receive(0)
            if e is None:
                break
            self.events.append(e)
        mine = [e for e in self.events if e.get("sessionId") == session and "method" in e]
        self.events = []
        return mine

    def until(self, method, session):
        """Waits for the event; all events so far, that one the last."""
        seen = []
        while True:
            for i, e in enumerate(self.events):
                if e.get("method") == method and e.get("sessionId") == session:
                    seen += self.events[:i + 1]
                    self.events = self.events[i + 1:]
                    return [s for s in seen if s.get("sessionId") == session and "method" in s]
            seen += self.events
            self.events = []
            e = self.receive(LIMIT_S)
            if e is None:
                raise RuntimeError(f"{method}: did not come in {LIMIT_S} s")
            self.events.append(e)
