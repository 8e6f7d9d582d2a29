"""The endless stream of training batches: epoch after epoch, made ahead by a thread.

Where the stream stands is (epoch, index): a stream begun there gives the same batches.
"""

import queue
import threading

import numpy as np
import torch


class Stream:
    """Iterates over (epoch, index, batch) of this process's share of the packed rows."""

    def __init__(self, packer, rows, seed, cluster, epoch=0, index=0, ahead=4):
        self.packer, self.rows, self.seed, self.cluster = packer, rows, seed, cluster
        self.queue, self.ended = queue.Queue(ahead), threading.Event()
        self.thread = threading.Thread(target=self._work, args=(epoch, index), daemon=True)
        self.thread.start()

    def _plan(self, epoch):
        """Packed rows of an epoch in batches over all processes; an incomplete last batch is left out if it is not the only one."""
        rng = np.random.default_rng([self.seed, epoch])
        plan = self.packer.plan(self.rows, rng)
        flat = [row for batch in plan for row in batch]
        size = self.packer.batch * self.cluster.size
        whole = [flat[i : i + size] for i in range(0, len(flat), size)]
        if len(whole) > 1 and len(whole[-1]) < size:
            whole.pop()
        return [w[self.cluster.rank :: self.cluster.size] for w in whole]

    def _work(self, epoch, index):
        if self.cluster.device.type == "cuda":
            torch.cuda.set_device(self.cluster.device)  # of this thread: pinned memory belongs to it
        try:
            while not self.ended.is_set():
                plan = self._plan(epoch)
                for i in range(index, len(plan)):
                    batch = self.packer.build(plan[i])
                    self._put((epoch, i, batch.pinned() if self.cluster.device.type == "cuda" else batch))
                epoch, index = epoch + 1, 0
        except Exception as e:
            self._put(e)

    def _put(self, item):
        while not self.ended.is_set():
            try:
                return self.queue.put(item, timeout=0.2)
            except queue.Full:
                continue

    def __iter__(self):
        while True:
            item = self.queue.get()
            if isinstance(item, Exception):
                raise item
            yield item

    def close(self):
        self.ended.set()
        self.thread.join()
