"""Training's parts: packed rows against launches alone in transformers, numbers, splits, losses, figures, folders."""

import pathlib
import sys
import tempfile

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from transformers import CodeGenConfig, CodeGenModel

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common

sys.path.insert(0, str(common.ROOT / "train"))
from llmperf_train import data as rows_file
from llmperf_train import codegen, features, folder, groups, losses, metrics, model, numbers, packing, predict, splits
from llmperf_train.config import UserError, merge

VOCAB, FEATURES = 97, 3
LENGTHS = [(5, [1, 7, 3]), (30, [2]), (0, [4, 9]), (12, [6, 6, 6, 2])]  # of documents and their suffixes


def random_data(rng):
    """Data of LENGTHS with random tokens and numbers."""
    docs, rows, doc = [], [], []
    for d, (n, suffixes) in enumerate(LENGTHS):
        docs.append(rng.integers(0, VOCAB, n))
        rows += [rng.integers(0, VOCAB, m) for m in suffixes]
        doc += [d] * len(suffixes)

    def some_numbers(tokens):
        p = rng.uniform(0, 63, len(tokens)).astype(np.float32)
        return np.where(rng.uniform(size=len(p)) < 0.4, p, np.float32(numbers.NONE))

    texts = rows_file.Texts(None, 100)
    texts.doc_tokens, texts.row_tokens = docs, rows
    texts.doc_p, texts.row_p = [some_numbers(t) for t in docs], [some_numbers(t) for t in rows]
    n = len(rows)
    word = np.array(["w"] * n)
    x = rng.normal(size=(n, FEATURES)).astype(np.float32)
    names = [f"f{i}" for i in range(FEATURES)]
    y = rng.normal(size=n).astype(np.float32)
    ones = np.ones(n, int)
    return rows_file.Data(names, {}, False, [""], x, y, np.ones(n), np.array(doc), word, word, word, word, word, word, ones, ones, ones,
                          ones, np.zeros(n, bool), **rows_file.starts(texts.arrays()))


def small(where, n):
    """A network with everything that one can have."""
    torch.manual_seed(4)
    spec = {**model.DEFAULTS, "n_embd": 32, "n_layer": 2, "n_head": 8, "rotary_dim": 4, "hidden": [16],
            "states": {"from": where, "n": n}}
    shape = model.new_shape(spec, VOCAB, 128)
    head = model.head_config(spec, features.Normaliser(["f0", "f1", "f2"], [0, 0, 0], [1, 1, 1]), 128, False)
    net = model.PerfModel(shape, head)
    for p in net.parameters():
        torch.nn.init.normal_(p, std=0.2)
    return net.eval(), head


def alone(net, theirs, data, row, where, n):
    """Outputs of one launch: the body is that of transformers, the numbers are added one by one."""
    parts = [data.document(data.doc[row]), data.suffix(row)]
    tokens = torch.from_numpy(np.concatenate([t for t, _ in parts]).astype(np.int64))
    x = net.transformer.wte(tokens).clone()
    table = net.perf_head.number_embedding.weight
    for i, p in enumerate(np.concatenate([p for _, p in parts])):
        if p >= 0:
            low = int(p)
            x[i] += (1 - (p - low)) * table[low] + (p - low) * table[min(low + 1, 64)]
    states = theirs(inputs_embeds=x[None], output_hidden_states=True).hidden_states
    if where == "layers":
        v = torch.cat([s[0, -1] for s in states[-n:]])
    else:
        index = np.maximum(np.arange(len(tokens) - n, len(tokens)), 0)
        v = states[-1][0, index].flatten()
    out = net.perf_head(torch.cat((v, torch.from_numpy(data.x[row]))))
    return torch.cat((out[:1], torch.nn.functional.softplus(out[1:])))


def test_packed(data):
    for where, n in (("layers", 3), ("positions", 4)):
        net, _ = small(where, n)
        config = CodeGenConfig.from_dict(net.transformer.shape.as_config())
        theirs = CodeGenModel(config).eval()
        theirs.load_state_dict(net.transformer.state_dict())
        rows = np.arange(len(data.y))
        want = torch.stack([alone(net, theirs, data, r, where, n) for r in rows]).detach().numpy()
        for length, batch, launches in ((64, 2, 8), (40, 1, 2), (40, 3, 1)):
            packer = packing.Packer(data, data.x, length, batch, launches, net.places(), most=5)
            worst = np.abs(predict.network(net, packer, rows, torch.device("cpu")) - want).max()
            common.ok(worst < 1e-5, f"{where}: rows of {length} tokens, {launches} launches: {worst:.1g} from transformers alone")


def test_blocks(data):
    """FlexAttention over blocks of tokens and the mask of all tokens give the same."""
    net, _ = small("layers", 3)
    rows = np.arange(len(data.y))
    packer = packing.Packer(data, data.x, 3 * packing.BLOCK, 2, 8, net.places(), most=12)
    dense = predict.network(net, packer, rows, torch.device("cpu"))
    net.attention = "flex"
    worst = np.abs(predict.network(net, packer, rows, torch.device("cpu")) - dense).max()
    common.ok(worst < 1e-5, f"blocks that nobody looks at are left out: {worst:.1g} apart")
    doc, seg = torch.tensor([[0] * 256 + [1] * 128]), torch.tensor([[0] * 100 + [1] * 156 + [0] * 128])
    counts = packing.block_mask(doc, seg)
    common.ok(counts.kv_num_blocks.tolist() == [[[1, 1, 1]]] and counts.full_kv_num_blocks.tolist() == [[[0, 1, 0]]], "two of six blocks are left out",
              (counts.kv_num_blocks, counts.full_kv_num_blocks))


def test_plan(data):
    packer = packing.Packer(data, data.x, 40, 2, 2, 1)
    rows = np.arange(len(data.y))

    def listed(rng):
        return [r for batch in packer.plan(rows, rng) for row in batch for _, group in row for r in group]

    a, b, c = (listed(np.random.default_rng(s)) for s in (1, 1, 2))
    common.ok(sorted(a) == sorted(c) == sorted(listed(None)) == list(rows), "a plan has every row once")
    common.ok(a == b and a != c, "a plan depends on its seed alone")
    common.ok(list(packing.Packer(data, data.x, 20, 2, 2, 1).usable(rows)) != list(rows), "what does not fit is left out")


def test_folder(data):
    net, head = small("layers", 3)
    text = (common.ROOT / "tests/golden-model/tokenizer.json").read_text()
    with tempfile.TemporaryDirectory() as temp:
        for dtype, limit in (("f32", 0.0), ("bf16", 2**-8), ("int8", 1 / 254)):
            path = pathlib.Path(temp) / dtype
            folder.save(path, net, text, head, {}, dtype)
            got, _ = folder.load(path)
            worst = max(float(((a - b).abs() / a.abs().amax().clamp(min=1e-9)).max())
                        for a, b in zip(net.state_dict().values(), got.state_dict().values(), strict=True))
            common.ok(worst <= limit, f"a folder in {dtype} is read again: {worst:.2g}")
        theirs = CodeGenModel.from_pretrained(path.parent / "f32")
        same = all(torch.equal(t, net.transformer.state_dict()[n]) for n, t in theirs.state_dict().items())
        common.ok(same, "transformers opens it")
        published = pathlib.Path(temp) / "published"
        theirs.save_pretrained(published)
        tensors = load_file(str(published / "model.safetensors"))
        save_file({f"transformer.{n}": t for n, t in tensors.items()} | {"lm_head.weight": torch.zeros(2, 2)},
                  str(published / "model.safetensors"))
        body = codegen.Body(codegen.Shape.of_config(folder.config_of(published)))
        folder.load_body(body, published)
        common.ok(all(torch.equal(t, net.transformer.state_dict()[n]) for n, t in body.state_dict().items()),
                  "a folder as published is loaded")


def test_numbers():
    tok = Tokenizer.from_file(str(common.ROOT / "tests/golden-model/tokenizer.json"))
    text = "é float4 x1[12] = 0.5 - 7u; a_3, 0 99999999999999999999999"
    found = numbers.positions(text, tok.encode(text))
    got = [round(float(2.0**p - 1), 3) for p in found[found >= 0]]
    common.ok(got == [12, 0, 7, 0, 2**64], "numbers of a text", got)
    pairs = [(np.array([1, 2, 3, 9]), np.array([-1, -1, 2.0, -1])), (np.array([1, 2, 3]), np.array([-1, -1, 3.0]))]
    common.ok(rows_file.common_prefix(pairs) == 2, "a document ends where numbers differ")


def test_splits(data):
    n = 400
    wide = type("Rows", (), {})()
    wide.family, wide.source = np.array([f"f{i % 50}" for i in range(n)]), np.array([f"s{i % 100}" for i in range(n)])
    wide.split, wide.weight, wide.doc = np.array([""] * (n - 8) + ["heldout"] * 8), np.ones(n), np.arange(n) % 100
    tested = []
    for fold in range(5):
        part = splits.parts(wide, {"by": "family", "folds": 5, "fold": fold, "val": 0.2, "seed": 3})
        names = [set(wide.family[part[p]]) for p in ("train", "val", "test")]
        together = names[0] & names[1] | names[0] & names[2] | names[1] & names[2]
        common.ok(not together and sum(len(r) for r in part.values()) == n, f"fold {fold}: no family is in two parts", together)
        tested += list(part["test"])
    common.ok(sorted(tested) == list(range(n - 8)), "every row is tested once, those held out never")
    few = splits.subset(wide, np.arange(n), {**splits.SUBSET, "launches": 2})
    common.ok(len(few) == 200 and np.bincount(wide.doc[few]).max() == 2, "two launches a kernel")
    half = splits.subset(wide, np.arange(n), {**splits.SUBSET, "families": 0.5})
    common.ok(10 < len(set(wide.family[half])) < 40, "half of the families")


def test_losses():
    p, y = torch.tensor([1.0, 2.0, 4.0, -9.0]), torch.ones(4)
    got = losses.relative(p, y)
    want = torch.tensor([0.0, 1.0, 1 + 4 * float(np.log(2)), 1 - 2**-10.0])
    common.ok(torch.allclose(got, want), "relative loss: exact below an octave, straight above", got)
    errors = torch.randn(20000, generator=torch.Generator().manual_seed(1))
    grid = torch.linspace(-3, 3, 601)
    best = grid[torch.stack([losses.pinball(errors - g, 0.9).mean() for g in grid]).argmin()]
    common.ok(abs(float(best) - float(errors.quantile(0.9))) < 0.02, "the pinball loss is least at its quantile")
    shares = [losses.share_relative({"relative": [0.4, 0.8]}, d) for d in (0, 0.4, 0.6, 0.9)]
    common.ok(np.allclose(shares, [0, 0, 0.5, 1]), "the relative loss takes over by and by", shares)


def test_metrics():
    y = np.log2(np.array([1.0, 2, 4, 8]))
    found = metrics.figures(np.log2(np.array([2.0, 2, 2, 9])), y, np.array(["a", "a", "a", "b"]), y - 1, y + np.array([1, 1, -1, 1]))
    common.ok(abs(found["mape"] - (100 + 0 + 50 + 12.5) / 4) < 1e-9 and found["coverage"] == 0.75, "figures", found)
    common.ok(found["rank"] == 0 and found["kernels_ranked"] == 1, "what is constant has no order, one launch no rank", found)
    two = metrics.rank_within(np.arange(5.0), np.array([1.0, 2, 3, 3, 3]), np.array(["a", "a", "b", "b", "b"]))
    common.ok(two == (None, 0), "two launches, or equal times, have no rank", two)
    two = metrics.spearman(np.array([1, 2, 2, 4, 9.0, 8]), np.array([10, 20, 20, 30, 1.0, 2]), np.array([0, 0, 0, 0, 1, 1]))
    common.ok(np.allclose(two, [1, -1]), "ranks with ties, of each kernel", two)
    common.ok(np.isnan(metrics.spearman(np.arange(3.0), np.ones(3), np.zeros(3, int)))[0], "no rank of what is constant")


def test_features():
    row = {"gsize": 64, "lsize": 16, "features": {"flop": 3, "unknown": None}, "args": [
        {"kind": "buffer", "elems": 5, "elem_bytes": 4}, {"kind": "local", "elems": 9, "elem_bytes": 4},
        {"kind": "scalar", "name": "n", "value": "64", "elems": None, "elem_bytes": 4}]}
    group = groups.of_rows([{**row, "kernel_path": "p", "kernel": "k", "code": "c", "prompt": "a\nb", "execution_time": 9}])
    x = [features.log_of(group.values.get(n), 1)[0] for n in ("launch.groups", "launch.bytes", "flop", "unknown", "absent")]
    common.ok(np.allclose(x[:3], np.log2([5, 21, 4])) and np.isnan(x[3:]).all(), "features of a row", x)
    table = np.array([[1.0, 5, np.nan], [3, 5, np.nan]], np.float32)
    common.ok(np.allclose(features.Normaliser.fit("abc", table)(table), [[-1, 0, 0], [1, 0, 0]]), "normalised")
    common.ok(features.ranges(["a", "b", "c"], table)["features"] == ["a", "b"], "ranges of what has values")


def test_config():
    try:
        merge({"a": {"b": 1}}, {"a": {"c": 2}})
        said = "nothing"
    except UserError as e:
        said = str(e)
    common.ok(said == "a.c: no such key; known here: b", "an unknown key is refused", said)


def main():
    torch.set_num_threads(2)
    common.build_folder()
    data = random_data(np.random.default_rng(2))
    with torch.no_grad():
        test_packed(data)
        test_blocks(data)
    test_plan(data)
    test_folder(data)
    test_numbers()
    test_splits(data)
    test_losses()
    test_metrics()
    test_features()
    test_config()
    common.done()


if __name__ == "__main__":
    main()
