"""One process or several (torchrun): device, rank, sums over all."""

import os

import torch
import torch.distributed as dist


class Cluster:
    """What this process is among the others."""

    def __init__(self, wanted="auto"):
        self.rank = int(os.environ.get("RANK", 0))
        self.size = int(os.environ.get("WORLD_SIZE", 1))
        cuda = torch.cuda.is_available() if wanted == "auto" else wanted == "cuda"
        local = int(os.environ.get("LOCAL_RANK", 0))
        self.device = torch.device("cuda", local) if cuda else torch.device("cpu")
        if cuda:
            torch.cuda.set_device(self.device)
        if self.size > 1:
            dist.init_process_group("nccl" if cuda else "gloo")

    @property
    def first(self):
        return self.rank == 0

    def sum(self, t):
        """The sum of a tensor over all processes."""
        if self.size > 1:
            dist.all_reduce(t)
        return t

    def agreed(self, number):
        """The first process's number, in all of them."""
        if self.size == 1:
            return number
        return float(self.sum(torch.tensor(number if self.first else 0.0, dtype=torch.float64, device=self.device)))

    def average(self, tensors):
        """Each tensor becomes its mean over all processes."""
        for t in tensors if self.size > 1 else ():
            dist.all_reduce(t)
            t /= self.size

    def wait(self):
        if self.size > 1:
            dist.barrier()

    def wrap(self, model):
        """The model with gradients averaged over the processes."""
        if self.size == 1:
            return model
        ids = [self.device.index] if self.device.type == "cuda" else None
        return torch.nn.parallel.DistributedDataParallel(model, device_ids=ids)

    def close(self):
        if self.size > 1:
            dist.destroy_process_group()
