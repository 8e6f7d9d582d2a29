"""The C tokenizer against the tokenizers library: tokenizer.py BUILD

One text (the corpus), one vocabulary trained on it, one thread each, both warm, in turns. Prints MB of a second of processor time
of both and their ratio.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["TOKENIZERS_PARALLELISM"] = "false"
sys.path.insert(0, str(Path(__file__).parent.parent / "train"))
import common
import tokenizers_made as made

ROUNDS = 3
TIMES = 3  # encodings of the text in a round


def main():
    build = common.build_folder()
    kernels = [k for _, k in common.kernels()]
    text = b"".join(kernels)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        made.train([k.decode() for k in kernels], 8000, True).save(str(path))
        theirs = made.Tokenizer.from_file(str(path))
        c_s, python_s = [], []
        for _ in range(ROUNDS):
            out = subprocess.run([build / "tests/train/tokens", path, str(TIMES)], input=text, capture_output=True, check=True)
            seconds, n_tokens = out.stdout.split()
            c_s.append(float(seconds) / TIMES)
            # Kernel by kernel: the library is slow on one long text.
            strings = [k.decode() for k in kernels]
            begin = time.process_time()
            for _ in range(TIMES):
                for s in strings:
                    theirs.encode(s, add_special_tokens=False)
            python_s.append((time.process_time() - begin) / TIMES)
    mb = len(text) / 1e6
    best_c, best_python = min(c_s), min(python_s)
    print(f"tokenizer: {mb:.2f} MB, {int(n_tokens)} tokens: {mb / best_c:.1f} MB/s, the tokenizers library {mb / best_python:.1f} MB/s: "
          f"{best_python / best_c:.1f} x as fast")


if __name__ == "__main__":
    main()
