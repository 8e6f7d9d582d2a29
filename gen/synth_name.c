/* Identifiers of synthesised kernels: words that people use for a thing, in the author's manner.
 * Input: a role. Output: a name that the kernel does not use yet. Does not look at the structure:
 * names say nothing that a model could lean on. */
#include <ctype.h>
#include <string.h>

#include "common/error.h"
#include "gen/synth_int.h"

enum { WORDS = 16 };

/* Words of two parts are joined by `_` or camel case. None is a name of OpenCL C. */
static const char *const pools[SYN_N_NAMES][WORDS] = {
    [SYN_NAME_IN] = {"in", "src", "input", "data", "a", "x", "values", "samples", "field", "cells",
                     "signal", "A", "src_data", "in_buf", "rho", "weights"},
    [SYN_NAME_OUT] = {"out", "dst", "result", "output", "y", "res", "dest", "c", "r", "out_buf",
                      "results", "dst_data", "B", "target", "accum", "store"},
    [SYN_NAME_INDEX] = {"idx", "indices", "map", "perm", "col_idx", "links", "neighbors", "ids",
                        "next", "order", "where", "lookup", "refs", "index", "slots", "keys"},
    [SYN_NAME_BOUND] = {"n", "N", "count", "num", "size", "len", "n_items", "total", "num_elems",
                        "limit", "nelem", "num_points", "items", "numel", "n_cells", "end"},
    [SYN_NAME_TRIPS] = {"iters", "steps", "rounds", "n_iter", "passes", "m", "M", "depth", "reps",
                        "num_steps", "terms", "taps", "k_max", "loops", "inner", "order_n"},
    [SYN_NAME_STRIDE] = {"stride", "inc", "incx", "ld", "spacing", "hop", "skip", "dist",
                         "src_stride", "gap", "pace", "delta", "jump", "incr", "st", "every"},
    [SYN_NAME_OFFSET] = {"offset", "off", "base", "start", "first", "begin", "shift", "origin",
                         "src_off", "lo", "from", "lead", "skip_first", "at0", "pos0", "head"},
    [SYN_NAME_WIDTH] = {"width", "w", "cols", "pitch", "nx", "row_len", "n_cols", "W", "line_len",
                        "xdim", "columns", "ncol", "row_size", "dim_x", "lda", "breadth"},
    [SYN_NAME_COEF] = {"alpha", "beta", "scale", "gain", "factor", "omega", "dt", "gamma_v", "eps",
                       "mu", "kappa", "lambda", "coef", "w0", "bias", "damping"},
    [SYN_NAME_VALUE] = {"v", "t", "val", "tmp", "u", "p", "q", "cur", "elem", "x0", "s", "z", "d",
                        "term", "part", "f"},
    [SYN_NAME_SUM] = {"sum", "acc", "total_v", "s0", "accu", "result_v", "agg", "best", "state",
                      "running", "tally", "e", "sigma", "hold", "work", "mem"},
    [SYN_NAME_LOOP] = {"k", "j", "l", "it", "kk", "jj", "m0", "step_no", "ii", "c0", "nn", "pass",
                       "q0", "rep", "b0", "tt"},
    [SYN_NAME_ID] = {"i", "gid", "id", "tid", "idx0", "global_id", "pos", "me", "item", "g", "ix",
                     "thread", "t_id", "which", "work_item", "at"},
    [SYN_NAME_TILE] = {"tile", "shared", "scratch", "cache", "lds", "buf", "smem", "partial",
                       "local_buf", "block", "stage", "sh", "tmp_l", "slab", "pad", "loc"},
    [SYN_NAME_HELPER] = {"apply", "combine", "update", "kernel_fn", "blend", "transform", "f_core",
                         "weigh", "eval_point", "mix_in", "process", "phi", "rhs", "relax_one",
                         "step_fn", "contrib"},
    [SYN_NAME_STRUCT] = {"Body", "Cell", "Record", "Item", "Point", "Node", "particle_t", "entry_t",
                         "Sample", "Vertex", "state_t", "Pair", "Site", "packet_t", "Row",
                         "quad_t"},
    [SYN_NAME_TABLE] = {"lut", "table", "coeffs", "taps_tab", "palette", "ctab", "kern", "filt",
                        "wtab", "sbox", "poly", "window", "gains", "tab", "curve", "profile_tab"},
    [SYN_NAME_COUNT] = {"counts", "hist", "bins", "histogram", "counter", "votes", "freq",
                        "buckets", "hits", "tallies", "occupancy", "found", "cursor", "num_found",
                        "tickets", "marks"},
};

/* Words on the way to `out`: snake_case as it is, or camelCase. */
static void add_cased(const syn *s, const char *words, lp_text *out) {
    bool upper = false;
    for (const char *p = words; *p; p++) {
        if (s->style.camel && *p == '_' && p[1] && !isdigit((unsigned char)p[1]))
            upper = true;
        else
            lp_text_addc(out, upper ? (char)toupper((unsigned char)*p) : *p), upper = false;
    }
}

static bool is_used(const syn *s, const char *name) {
    for (size_t i = 0; i < s->used.n; i++)
        if (strcmp(s->used.v[i], name) == 0) return true;
    return false;
}

/* The name itself, or with the first number that makes it new. */
static const char *fresh(syn *s, const char *name) {
    const char *got = name;
    for (int k = 1; is_used(s, got); k++) got = syn_fmt(s, "%s%d", name, k);
    lp_strv_add(&s->used, got);
    return got;
}

const char *syn_name(syn *s, syn_name_role role) {
    static const char *const prefixes[] = {"", "g_", "d_"};
    lp_text t = {0};
    bool buffer = role == SYN_NAME_IN || role == SYN_NAME_OUT || role == SYN_NAME_INDEX;
    if (buffer) lp_text_add(&t, prefixes[s->style.prefix]);
    add_cased(s, syn_word(&s->detail, pools[role], WORDS), &t);
    const char *name = fresh(s, syn_fmt(s, "%s", lp_text_str(&t)));
    lp_text_free(&t);
    return name;
}

const char *syn_macro_name(syn *s, const char *stem) {
    return fresh(s, stem);
}

/* ---- the kernel's own name
 * -------------------------------------------------------------------------
 */

static const char *const verbs[64] = {
    "add",     "advance", "align",   "balance",  "bin",     "blur",    "build",  "carry",
    "check",   "clean",   "collect", "compact",  "compute", "convert", "count",  "decay",
    "decode",  "diffuse", "drift",   "encode",   "expand",  "fetch",   "filter", "find",
    "fold",    "fuse",    "gather",  "grow",     "hash",    "hist",    "init",   "integrate",
    "iterate", "join",    "kick",    "label",    "lift",    "mark",    "match",  "measure",
    "merge",   "move",    "pack",    "paint",    "probe",   "project", "prune",  "push",
    "rank",    "reduce",  "relax",   "resample", "scale",   "scan",    "score",  "select",
    "shift",   "smooth",  "solve",   "spread",   "sweep",   "trace",   "update", "weight"};
static const char *const things[128] = {
    "agents",  "angles",    "atoms",  "bands",    "basis",   "batch",    "beams",   "bins",
    "blobs",   "blocks",    "bodies", "bonds",    "boxes",   "buckets",  "bytes",   "cells",
    "chains",  "charges",   "chunks", "clouds",   "codes",   "colors",   "columns", "coords",
    "corners", "counts",    "curves", "depths",   "diffs",   "dots",     "drops",   "dual",
    "edges",   "elements",  "energy", "entries",  "errors",  "events",   "faces",   "features",
    "fields",  "flags",     "flows",  "flux",     "forces",  "frames",   "gains",   "genes",
    "grads",   "graph",     "grid",   "groups",   "halos",   "heads",    "heat",    "hits",
    "image",   "items",     "joints", "keys",     "knots",   "labels",   "lanes",   "layers",
    "leaves",  "levels",    "lights", "lines",    "links",   "lists",    "loads",   "loops",
    "maps",    "marks",     "mask",   "mass",     "matrix",  "means",    "mesh",    "modes",
    "moments", "neurons",   "nodes",  "noise",    "norms",   "orbits",   "pages",   "pairs",
    "panels",  "particles", "paths",  "peaks",    "phases",  "photons",  "pixels",  "planes",
    "points",  "potential", "power",  "prices",   "probs",   "pulses",   "quads",   "queue",
    "ranks",   "rates",     "rays",   "records",  "regions", "residual", "ring",    "roots",
    "rows",    "samples",   "scores", "segments", "sensors", "shells",   "signals", "sites",
    "slices",  "spins",     "spots",  "states",   "tiles",   "tokens",   "tracks",  "waves"};
static const char *const ends[32] = {
    "",     "fast",  "v2",    "step", "pass", "kernel", "simple", "opt", "1d",   "flat",  "main",
    "new",  "naive", "fused", "wide", "lite", "ref",    "all",    "one", "loop", "block", "stage",
    "core", "par",   "base",  "var",  "mk2",  "seq",    "sub",    "pre", "post", "fwd"};

/* 2^18 names in a seeded order; then with a number. Kernels of one request never share one. */
const char *syn_kernel_name(syn *s, int64_t seed, int64_t index) {
    uint64_t at = (uint64_t)index & 0x3ffff, again = (uint64_t)index >> 18;
    at = (at * 0x2c1b5 + (lp_mix64((uint64_t)seed) & 0x3ffff)) & 0x3ffff; /* odd: a bijection */
    at = (at ^ at >> 9) & 0x3ffff;
    lp_text t = {0};
    lp_text words = {0};
    lp_text_addf(&words, "%s_%s%s%s", verbs[at & 63], things[at >> 6 & 127],
                 *ends[at >> 13] ? "_" : "", ends[at >> 13]);
    if (again) lp_text_addf(&words, "_%llu", (unsigned long long)again);
    add_cased(s, lp_text_str(&words), &t);
    const char *name = fresh(s, syn_fmt(s, "%s", lp_text_str(&t)));
    lp_text_free(&t);
    lp_text_free(&words);
    return name;
}
