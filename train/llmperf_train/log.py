"""The course of a training: JSON lines for plots, TensorBoard where asked for."""

import json


class Log:
    """Appends to OUT/log.jsonl; a resumed training cuts what came after its checkpoint."""

    def __init__(self, out, step, tensorboard):
        path = out / "log.jsonl"
        lines = path.read_text().splitlines() if step and path.is_file() else []
        kept = [line for line in lines if json.loads(line)["step"] <= step]
        self.file = open(path, "w", encoding="utf-8")  # noqa: SIM115 - closed by close()
        self.file.writelines(line + "\n" for line in kept)
        self.board = None
        if tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self.board = SummaryWriter(out / "tensorboard", purge_step=step + 1)

    def add(self, step, kind, **values):
        self.file.write(json.dumps({"step": step, "kind": kind, **values}) + "\n")
        self.file.flush()
        for name, v in values.items():
            if self.board and isinstance(v, (int, float)):
                self.board.add_scalar(f"{kind}/{name}", v, step)

    def close(self):
        self.file.close()
        if self.board:
            self.board.close()
