"""The inferred extents of a database against what its probes touched.

usage: inference.py DB [-v]. Prints a table; exits with 1 when an index lies outside of its buffer or a kernel is not clean.

A case is one argument in one launch. It is tight when the largest index that was touched is the last element that the extent's
formula gives. How hard an argument is, is how hard its hardest access is; only the first three classes are affine. An argument with an
affine access that data may prevent is in a class of its own: which of its elements are touched no formula tells.
"""
import ast
import re
import sqlite3
import sys

CLASSES = ["affine in global id and constants", "+ loop variables and scalars", "+ local id, group id, sizes",
           "affine, under a condition on data", "division, modulo, mask, shift, product", "loaded from memory", "cannot be expressed"]
GID, SCALAR, SIZES, CONDITIONAL, DIVISION, LOADED, OPAQUE = range(len(CLASSES))
AFFINE = (GID, SCALAR, SIZES)
VARYING = re.compile(r"gid|lid|grp|t\d+|i\d+")
GROUPS = "_groups_"  # the number of work-groups, written as a division
UNKNOWN = "_unknown_"


def parse(formula):
    """A formula as a Python tree: the same operators and precedences, with a mark before names, which may be Python's words."""
    return ast.parse(re.sub(r"[A-Za-z_]\w*", r"v_\g<0>", formula), mode="eval").body


def name_of(node):
    return node.id[2:]


def is_varying(node):
    return any(isinstance(n, ast.Name) and VARYING.fullmatch(name_of(n)) for n in ast.walk(node))


def class_of_node(node):
    """How hard one node of an index is, without what is below it."""
    if isinstance(node, ast.Name):
        name = name_of(node)
        if name == UNKNOWN or re.fullmatch(r"i\d+", name):
            return OPAQUE
        if name in ("lid", "grp", "local", "global", GROUPS):
            return SIZES
        return GID if name == "gid" else SCALAR
    if isinstance(node, ast.Subscript):
        return LOADED
    if isinstance(node, ast.Call):
        return OPAQUE if name_of(node.func).startswith("wrap") else DIVISION
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mult) and is_varying(node.left) and is_varying(node.right):
            return DIVISION
        return GID if isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)) else DIVISION
    return GID


def class_of(index, pattern):
    """How hard an access is, by its index expression and by the class that the analysis gave it."""
    by_pattern = {"indirect": LOADED, "opaque": OPAQUE}.get(pattern, GID)
    tree = parse(index.replace("(global / local)", GROUPS).replace("?", UNKNOWN))
    called = {id(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    called |= {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Subscript)}
    return max([by_pattern] + [class_of_node(n) for n in ast.walk(tree) if id(n) not in called])


def c_divide(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATIONS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: c_divide,
              ast.Mod: lambda a, b: a - b * c_divide(a, b), ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b,
              ast.BitAnd: lambda a, b: a & b, ast.BitOr: lambda a, b: a | b, ast.BitXor: lambda a, b: a ^ b}
FUNCTIONS = {"min": min, "max": max, "log2": lambda a: a.bit_length() - 1}


def evaluate(node, names):
    """An extent's formula as common/expr.c evaluates it."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return names[name_of(node)]
    if isinstance(node, ast.BinOp):
        return OPERATIONS[type(node.op)](evaluate(node.left, names), evaluate(node.right, names))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -evaluate(node.operand, names)
    if isinstance(node, ast.Call):
        return FUNCTIONS[name_of(node.func)](*(evaluate(a, names) for a in node.args))
    raise ValueError("a formula of another kind: " + ast.dump(node))


class Launches:
    """The names that formulas may use, for each probe launch."""

    def __init__(self, db):
        self.names = {}
        for kernel, idx, size, local in db.execute("SELECT kernel_id, idx, global_size, local_size FROM probe_sample"):
            self.names[kernel, idx] = {"global": size, "local": local}
        for kernel, idx, name, value in db.execute(
                "SELECT p.kernel_id, p.idx, a.name, v.value ->> '$.value' FROM probe_sample p, json_each(p.args) v"
                " JOIN argument a ON a.kernel_id = p.kernel_id AND a.idx = v.key WHERE a.kind = 'scalar'"):
            if re.fullmatch(r"-?\d+", value):
                self.names[kernel, idx][name] = int(value)

    def elements(self, kernel, idx, formula):
        """The value of an extent, None when it has none. Less than nothing is nothing."""
        try:
            return max(0, evaluate(parse(formula), self.names[kernel, idx]))
        except ZeroDivisionError:
            return None


def argument_classes(db):
    classes = {}
    for kernel, arg, index, pattern, conditional in db.execute(
            "SELECT kernel_id, arg, index_expr, pattern, conditional FROM access"):
        level = max(class_of(index, pattern), CONDITIONAL if conditional else GID)
        classes[kernel, arg] = max(classes.get((kernel, arg), GID), level)
    return classes


def main():
    db = sqlite3.connect(sys.argv[1])
    verbose = sys.argv[2:] == ["-v"]
    classes, launches = argument_classes(db), Launches(db)
    arguments, cases, tight = ([0] * len(CLASSES) for _ in range(3))
    outside, loose = [], {}
    seen = set()
    for kernel, path, name, arg, arg_name, idx, elems, lo, hi, formula in db.execute(
            "SELECT r.kernel_id, k.path, k.name, r.arg, a.name, r.idx, r.elems, r.lo, r.hi, a.extent FROM probe_range r"
            " JOIN kernel k ON k.id = r.kernel_id JOIN argument a ON a.kernel_id = r.kernel_id AND a.idx = r.arg"
            " ORDER BY k.path, k.name, r.arg, r.idx"):
        where = f"{path}: {name}: argument {arg} '{arg_name}'"
        size = launches.names[kernel, idx]
        launch = f"global {size['global']}, local {size['local']}"
        if lo is not None and (lo < 0 or hi >= elems):
            outside.append(f"{where}: elements {lo} to {hi} of {elems} ({launch})")
        if (kernel, arg) not in classes:
            continue  # nothing touches it
        level = classes[kernel, arg]
        arguments[level] += (kernel, arg) not in seen
        seen.add((kernel, arg))
        cases[level] += 1
        wanted = launches.elements(kernel, idx, formula)
        if (0 if hi is None else hi + 1) == wanted:
            tight[level] += 1
        elif level in AFFINE:
            loose.setdefault(f"{where}: {formula}", []).append(f"touched {lo} to {hi} of {wanted} ({launch})")

    unclean = db.execute("SELECT k.path, k.name, p.status, coalesce(p.reason, ''), coalesce(p.detail, '') FROM probe p"
                         " JOIN kernel k ON k.id = p.kernel_id WHERE p.status <> 'clean' ORDER BY 1, 2").fetchall()
    plain = db.execute("SELECT k.path, k.name, p.detail FROM probe p JOIN kernel k ON k.id = p.kernel_id WHERE p.status = 'clean'"
                       " AND NOT EXISTS (SELECT 1 FROM probe_range r WHERE r.kernel_id = p.kernel_id) ORDER BY 1, 2").fetchall()
    idle = db.execute("SELECT k.path, k.name, sum(hi IS NULL), count(*) FROM (SELECT kernel_id, idx, max(hi) AS hi FROM probe_range"
                      " GROUP BY 1, 2) JOIN kernel k ON k.id = kernel_id GROUP BY kernel_id HAVING sum(hi IS NULL) > 0"
                      " ORDER BY 1, 2").fetchall()
    kernels, made = db.execute("SELECT count(*), coalesce(sum(launches), 0) FROM probe").fetchone()
    unprobed = db.execute("SELECT count(*) FROM kernel WHERE status = 'ok' AND id NOT IN (SELECT kernel_id FROM probe)").fetchone()[0]

    for line in outside:
        print("outside:", line)
    for path, name, status, reason, detail in unclean:
        print(f"{status}: {path}: {name}: {reason}{': ' if reason else ''}{detail}")
    for path, name, detail in plain:
        print(f"not measured: {path}: {name}: {detail}")
    if verbose:
        for where, found in loose.items():
            print(f"not tight: {where}: {len(found)} launches, first {found[0]}")
        for path, name, n, all_launches in idle:
            print(f"touches nothing: {path}: {name}: in {n} of {all_launches} launches")
    print(f"bench inference: {kernels} kernels, {made} launches, {len(outside)} index violations, {len(unclean)} kernels not clean,"
          f" {len(plain)} by guard zones only, {unprobed} not probed, {sum(row[2] for row in idle)} launches touch nothing")
    print(f"{'hardest access of the argument':40} {'arguments':>9} {'cases':>7} {'tight':>7} {'share':>7}")
    for i, name in enumerate(CLASSES):
        if cases[i]:
            print(f"{name:40} {arguments[i]:9} {cases[i]:7} {tight[i]:7} {100 * tight[i] / cases[i]:6.1f}%")
    n = sum(cases[i] for i in AFFINE)
    t = sum(tight[i] for i in AFFINE)
    print(f"{'affine, all':40} {sum(arguments[i] for i in AFFINE):9} {n:7} {t:7} {100 * t / n if n else 0:6.1f}%")
    return 1 if outside or unclean or kernels == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
