/* Golden records of inference: each construct as a small kernel, with extents evaluated for one
 * launch, roles, patterns, or the reason for which it is skipped. The expected extents were worked
 * out by hand from the text of the kernel. */
#include "tests/unit/analyze/golden.h"

static const golden kept[] = {
    {"direct", K "(global float *a, global float *b) {" GID "b[i] = a[i];}", "global=256 local=64",
     "a=256 b=256", "pattern=direct access.a=r access.b=w"},
    {"early return", K "(global int *a, int n) {" GID "if (i >= n) return; a[i] = 1;}",
     "global=256 local=64 n=100", "a=100", "pattern=bounds-check role.n=bound"},
    {"bound above the launch", K "(global int *a, int n) {" GID "if (i < n) a[i] = 1;}",
     "global=256 local=64 n=1000", "a=256", ""},
    {"read and write", K "(global int *a) {" GID "a[i] += 2;}", "global=64 local=64", "a=64",
     "access.a=rw"},
    {"stride and offset", K "(global int *a, int s, int o) {" GID "a[i * s + o] = 1;}",
     "global=10 local=2 s=3 o=5", "a=33", "pattern=offset-stride role.s=stride role.o=offset"},
    {"constant stride", K "(global int *a) {" GID "a[2 * i + 1] = 1;}", "global=8 local=8", "a=16",
     "pattern=offset-stride"},
    {"block of a work-item",
     K "(global float *a, global float *o, int w) {" GID
       "float s = 0; for (int k = 0; k < w; k++) s += a[i * w + k]; o[i] = s;}",
     "global=32 local=32 w=7", "a=224 o=32", "role.w=pitch pattern.a=tiling pattern.o=direct"},
    {"block of a group",
     K "(global float *a) {a[get_group_id(0) * get_local_size(0) * 2 + get_local_id(0) + "
       "get_local_size(0)] = 1;}",
     "global=256 local=64", "a=512", "pattern=tiling"},
    {"group and local id make the global id",
     K "(global int *a) {a[get_group_id(0) * get_local_size(0) + get_local_id(0)] = 1;}",
     "global=256 local=64", "a=256", "pattern=direct"},
    {"one result a group", K "(global int *a) {if (get_local_id(0) == 0) a[get_group_id(0)] = 1;}",
     "global=256 local=64", "a=4", ""},
    {"grid stride",
     K "(global int *a, int n) {for (int i = get_global_id(0); i < n; i += get_global_size(0)) "
       "a[i] = 1;}",
     "global=64 local=32 n=1000", "a=1000", "pattern=grid-stride role.n=bound"},
    {"grid stride shorter than the launch",
     K "(global int *a, int n) {for (uint i = get_global_id(0); i < n; i += get_global_size(0)) "
       "a[i] = 1;}",
     "global=64 local=32 n=10", "a=10", ""},
    {"stencil",
     K "(global const float *a, global float *b, int n) {" GID
       "if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i] + a[i + 1];}",
     "global=128 local=32 n=100", "a=100 b=99", "pattern.a=stencil pattern.b=bounds-check"},
    {"stencil wider than the launch",
     K "(global const float *a, global float *b, int n) {" GID
       "if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i + 1];}",
     "global=64 local=32 n=100", "a=65 b=64", ""},
    {"backwards", K "(global int *a, int n) {" GID "if (i < n) a[n - 1 - i] = 1;}",
     "global=64 local=32 n=50", "a=50", ""},
    {"backwards by the size",
     K "(global int *a) {a[get_global_size(0) - 1 - get_global_id(0)] = 1;}", "global=64 local=32",
     "a=64", ""},
    {"loop of steps",
     K "(global int *a, int n) {int s = 0; for (int k = 0; k < n; k += 4) s += a[k]; a[0] = s;}",
     "global=32 local=32 n=10", "a=9", "role.n=trips"},
    {"loop downwards",
     K "(global int *a, uint n) {int s = 0; for (uint k = n; k > 0; --k) s += a[k - 1]; a[0] = s;}",
     "global=32 local=32 n=10", "a=10", ""},
    {"loop to and including", K "(global int *a, int n) {for (int k = 0; k <= n; k++) a[k] = k;}",
     "global=32 local=32 n=10", "a=11", ""},
    {"loop until unequal", K "(global int *a, int n) {for (int k = 0; k != n; k++) a[k] = k;}",
     "global=32 local=32 n=10", "a=10", ""},
    {"triangular loop", K "(global int *a) {" GID "for (int k = 0; k <= i; k++) a[i + k] = k;}",
     "global=32 local=32", "a=63", ""},
    {"nested loops",
     K "(global int *a, int h, int w) {for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) "
       "a[y * w + x] = 1;}",
     "global=32 local=32 h=5 w=6", "a=30", ""},
    {"count down while", K "(global int *a, int n) {global int *p = a; while (n-- > 0) *p++ = 1;}",
     "global=32 local=32 n=10", "a=10", ""},
    {"pointer to the end",
     K "(global int *a, int n) {global int *p = a, *e = a + n; for (; p != e; ++p) *p = 1;}",
     "global=32 local=32 n=10", "a=10", ""},
    {"doubling", K "(global int *a, int n) {for (int s = 1; s < n; s *= 2) a[s] = 1;}",
     "global=32 local=32 n=100", "a=100", ""},
    {"halving", K "(global int *a) {for (int s = get_local_size(0) / 2; s > 0; s >>= 1) a[s] = 1;}",
     "global=64 local=64", "a=33", ""},
    {"endless loop left by break",
     K "(global int *a, int n) {int k = 0; while (1) {if (k >= n) break; a[k] = 1; k++;}}",
     "global=32 local=32 n=10", "a=10", ""},
    {"do while", K "(global int *a, int n) {int k = 0; do {a[k] = 1; k++;} while (k < n);}",
     "global=32 local=32 n=10", "a=10", ""},
    {"block macro", K "(global int *a) {" GID "do {a[i + 1] = 1;} while (0);}",
     "global=32 local=32", "a=33", ""},
    {"continue narrows",
     K "(global int *a, int n) {for (int k = 0; k < n; k++) {if (k < 2) continue; a[k - 2] = 1;}}",
     "global=32 local=32 n=10", "a=8", ""},
    {"remainder", K "(global int *a, int m) {" GID "a[i % m] = 1;}", "global=256 local=64 m=10",
     "a=10", "role.m=modulus"},
    {"row and column of a matrix",
     K "(global int *a, int w, int h) {" GID
       "int x = i % w, y = i / w; if (y < h) a[y * w + x] = 1;}",
     "global=64 local=32 w=10 h=3", "a=30", ""},
    {"transposed",
     K "(global int *a, int w, int h) {" GID "if (i < w * h) a[(i % w) * h + i / w] = 1;}",
     "global=64 local=32 w=8 h=8", "a=64", ""},
    {"mask", K "(global int *a) {" GID "a[i & 15] = 1;}", "global=256 local=64", "a=16", ""},
    {"shift", K "(global int *a) {" GID "a[i >> 2] = 1;}", "global=64 local=32", "a=16", ""},
    {"left shift and or", K "(global int *a) {" GID "a[(i << 1) | 1] = 1;}", "global=64 local=32",
     "a=128", ""},
    {"min", K "(global int *a, int n) {" GID "a[min(i, n - 1)] = 1;}", "global=64 local=32 n=10",
     "a=10", ""},
    {"clamp", K "(global int *a, int n) {" GID "a[clamp(i - 3, 0, n - 1)] = 1;}",
     "global=64 local=32 n=100", "a=61", ""},
    {"conditional minimum", K "(global int *a, int n) {" GID "a[i < n ? i : n - 1] = 1;}",
     "global=64 local=32 n=10", "a=10", ""},
    {"clamped by an if",
     K "(global int *a, int n) {" GID "int j = i - 1; if (j < 0) j = 0; a[j] = 1;}",
     "global=64 local=32 n=10", "a=63", ""},
    {"mad24", K "(global int *a, int w) {" GID "a[mad24(i, w, 2)] = 1;}", "global=8 local=8 w=3",
     "a=24", ""},
    {"histogram", K "(global const uchar *v, global int *h) {" GID "atomic_inc(&h[v[i]]);}",
     "global=64 local=32", "v=64 h=256", "access.h=rw pattern.h=indirect"},
    {"masked histogram",
     K "(global const int *v, global int *h) {" GID "atomic_add(h + (v[i] & 63), 2);}",
     "global=64 local=32", "v=64 h=64", ""},
    {"gather",
     K "(global const int *idx, global const float *x, global float *y) {" GID "y[i] = x[idx[i]];}",
     "global=64 local=32", "idx=64 x=64 y=64", "pattern.x=indirect content.idx=index:global"},
    {"rows of a matrix",
     K "(global const int *p, global const float *v, global float *y) {" GID
       "float s = 0; for (int j = p[i]; j < p[i + 1]; j++) s += v[j]; y[i] = s;}",
     "global=64 local=32", "p=65 v=512 y=64", "content.p=rowptr:8 * global"},
    {"vector elements",
     K "(global const float4 *a, global float *b) {" GID "b[i] = a[i].x + a[i].w;}",
     "global=64 local=32", "a=64 b=64", ""},
    {"vload and vstore",
     K "(global const float *a, global float *b) {" GID "vstore4(vload4(i, a), i, b + 4);}",
     "global=64 local=32", "a=256 b=260", ""},
    {"vload3", K "(global const float *a, global float *b) {" GID "b[i] = vload3(i, a).x;}",
     "global=64 local=32", "a=192", ""},
    {"cast to a vector pointer",
     K "(global float *a) {" GID "((global float4 *)a)[i] = (float4)(0);}", "global=64 local=32",
     "a=256", ""},
    {"cast to bytes", K "(global int *a) {" GID "((global uchar *)a)[i] = 0;}",
     "global=64 local=32", "a=16", ""},
    {"array of structs",
     "typedef struct {float x; int t[3];} P;" K "(global P *p) {" GID "p[i].t[2] = p[i + 1].t[0];}",
     "global=64 local=32", "p=65", ""},
    {"member through a pointer",
     "typedef struct {float x, y;} P;" K "(global P *p) {global P *q = p + get_global_id(0);"
     "q->y = q->x;}",
     "global=64 local=32", "p=64", ""},
    {"row pointer",
     K "(global float *a, int w) {global float *r = a + get_global_id(0) * w; r[w - 1] = r[0];}",
     "global=8 local=8 w=5", "a=40", ""},
    {"walk of a pointer",
     K "(global const float *a, global float *o, int w) {" GID
       "global const float *p = a + i; float s = 0; for (int k = 0; k < w; k++, p += "
       "get_global_size(0)) "
       "s += *p; o[i] = s;}",
     "global=16 local=8 w=4", "a=64 o=16", ""},
    {"helper",
     "float f(global const float *p, int j) {return p[j + 1];}" K
     "(global float *a, global float *b) {" GID "b[i] = f(a + 2, i);}",
     "global=16 local=8", "a=19 b=16", ""},
    {"helper with two returns",
     "int g(int j, int n) {if (j >= n) return n - 1; return j;}" K "(global int *a, int n) {" GID
     "a[g(i, n)] = 1;}",
     "global=64 local=8 n=10", "a=10", ""},
    {"local argument",
     K "(global int *a, local int *t) {int l = get_local_id(0); t[2 * l + 1] = 1; "
       "barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = t[l];}",
     "global=64 local=16", "a=64 t=32", ""},
    {"table",
     "constant int off[3] = {-1, 0, 4};" K "(global int *a) {" GID "for (int k = 0; k < 3; k++) "
     "a[i + 1 + off[k]] = 1;}",
     "global=16 local=8", "a=21", ""},
    {"private array", K "(global int *a) {" GID "int o[2] = {0, 3}; a[i + o[i & 1]] = 1;}",
     "global=16 local=8", "a=19", ""},
    {"enumeration and sizeof",
     "enum {W = 4};" K "(global float *a) {" GID "a[i * W + sizeof(float) - 1] = 0;}",
     "global=16 local=8", "a=64", ""},
    {"switch",
     K "(global int *a, int m) {" GID
       "int j = i; switch (m) {case 1: j = i + 5; break; case 2: j = 2 * i; "
       "break; default: j = 0;} a[j] = 1;}",
     "global=16 local=8 m=1", "a=31", ""},
    {"logical operators", K "(global int *a, int n) {" GID "if (!(i >= n || i < 2)) a[i - 2] = 1;}",
     "global=64 local=8 n=30", "a=28", ""},
    {"guarded by the right side of and",
     K "(global const int *a, global int *b, int n) {" GID
       "if (i + 1 < n && a[i + 1] > 0) b[i] = 1;}",
     "global=64 local=8 n=30", "a=30 b=29", ""},
    {"kept in range inside a loop",
     K "(global const float *a, global float *o, int n, int t) {" GID
       "int j = i % n; float s = 0; for (int k = 0; k < t; k++) {s += a[j]; j = (j + 7) % n;} "
       "o[i] = s;}",
     "global=64 local=8 n=30 t=4", "a=30 o=64", ""},
    {"member of a private struct",
     "typedef struct {int row, col;} P;" K "(global const P *p, global int *a, int n) {" GID
     "P t = p[i]; if (t.row >= 0 && t.row < n && t.col > 3) a[t.row] = 1;}",
     "global=64 local=8 n=30", "p=64 a=30", ""},
    {"members are told apart",
     "typedef struct {int row, col;} P;" K "(global const P *p, global int *a, int n, int m) {" GID
     "P t = p[i]; if (t.row >= 0 && t.row < n && t.col >= 0 && t.col < m) {a[t.row] = 1; a[t.col] "
     "= 2;}}",
     "global=64 local=8 n=30 m=70", "a=70", ""},
    {"component of a private vector",
     K "(global int *a, int w) {" GID
       "int2 q = (int2)(0, 0); q.x = i; q.y = i + 2; a[q.y * w + q.x] = 1;}",
     "global=16 local=8 w=20", "a=356", ""},
    {"vector of indices from memory",
     K "(global const uint2 *e, global int *d) {" GID
       "uint2 uv = e[i]; atomic_inc(&d[uv.x]); atomic_inc(d + uv.y);}",
     "global=64 local=8", "e=64 d=64", "content.e=index:global"},
    {"halving until it is one",
     K "(local float *t) {int l = get_local_id(0); int m = get_local_size(0); while (m != 1) {m /= "
       "2; "
       "if (l < m) t[l] += t[l + m];}}",
     "global=64 local=16", "t=16", ""},
    {"row bounds in a vector",
     K "(global const int *p, global const float *v, global float *y) {" GID
       "int2 b = (int2)(p[i], p[i + 1]); float s = 0; for (int j = b.x; j < b.y; j++) s += v[j]; "
       "y[i] = s;}",
     "global=64 local=32", "p=65 v=512 y=64", "content.p=rowptr:8 * global"},
    {"one of two written-out vectors",
     K "(global int *a, int f) {int2 q = f > 3 ? (int2)(1, 2) : (int2)(7, 9); int2 r = q; a[r.x & "
       "15] = q.y & 7;}",
     "global=64 local=32 f=1", "a=16", ""},
    {"copy of a vector that changed since",
     K "(global int *a) {int2 q = (int2)(1, 2); q.x = 40; int2 r = q; a[r.x & 63] = 1;}",
     "global=64 local=32", "a=64", ""},
    {"pointers that trade places",
     K
     "(global int *a, local int *p, local int *q) {int l = get_local_id(0); local int *s = p, *d = "
     "q; for (int k = 0; k < 5; k++) {d[l + 1] = s[l]; local int *t = s; s = d; d = t;} a[0] = "
     "s[0];}",
     "global=64 local=8", "p=9 q=9 a=1", "access.p=rw access.q=rw"},
    {"halving that rounds up",
     K "(local float *t, global float *a) {int l = get_local_id(0); for (int m = "
       "get_local_size(0); m > 1;) "
       "{int h = (m + 1) / 2; if (l + h < m) t[l] += t[l + h]; m = h;} a[0] = t[0];}",
     "global=64 local=24", "t=24", ""},
    {"condition kept in a variable",
     K "(global int *a, int n) {" GID "bool in = i > 0 && i < n; if (!in) return; a[i - 1] = 1;}",
     "global=64 local=8 n=30", "a=29", ""},
    {"variable left by continue",
     K
     "(global const int *b, global int *a, int n) {int j = 0; for (int k = 0; k < n; k++) {a[j] = "
     "1; if (b[k] > 2) {j = 50; continue;} j = k & 7;}}",
     "global=64 local=8 n=30", "a=51 b=30", ""},
    {"counter under a condition",
     K "(global const int *a, global int *o, int n) {int c = 0; for (int k = 0; k < n; k++) "
       "if (a[k] > 3) o[c++] = a[k];}",
     "global=8 local=8 n=30", "a=30 o=31", ""},
    {"async copy",
     K "(global const float *a, global float *b) {local float t[64]; event_t e = "
       "async_work_group_copy(t, a + get_group_id(0) * 64, 64, 0); wait_group_events(1, &e); "
       "b[get_global_id(0)] = t[get_local_id(0) & 63];}",
     "global=128 local=32", "a=256 b=128", ""},
    {"unused buffer", K "(global int *a, global int *b, int n) {a[0] = 1;}", "global=8 local=8 n=1",
     "a=1 b=1", "access.b=none role.n=unused"},
    {"flag", K "(global float *a, int f, float c) {" GID "if (f) a[i] = c; else a[i] = -c;}",
     "global=8 local=8 f=1", "a=8", "role.f=flag role.c=coefficient"},
};

/* Kernels that must be refused, with the reason's code. */
static const refused_kernel refused[] = {
    {"two dimensions", K "(global int *a) {a[get_global_id(0) + get_global_id(1)] = 1;}",
     "dimensions"},
    {"dimension in a helper",
     "int f(void) {return get_global_id(1);}" K "(global int *a) {a[f()] = 1;}", "dimensions"},
    {"image", K "(read_only image2d_t m, global float4 *a) {a[0] = read_imagef(m, (int2)(0, 0));}",
     "image-argument"},
    {"struct by value",
     "typedef struct {int x;} S;" K "(S s, global int *a) {a[get_global_id(0)] = s.x;}",
     "struct-argument"},
    {"pointer to something unknown",
     "struct S;" K "(global struct S *p, global int *a) {a[0] = 1;}", "pointer-argument"},
    {"negative index",
     K "(global int *a) {int i = get_global_id(0); a[i - 1 - (int)get_global_size(0)] = 1;}",
     "negative-index"},
    {"one below", K "(global int *a) {" GID "a[i - 1] = 1;}", "negative-index"},
    {"index stored by the kernel",
     K "(global int *p, global int *a) {" GID "p[i] = i; a[p[i]] = 1;}", "indirect-index"},
    {"index from a float", K "(global float *f, global int *a) {" GID "a[(int)f[i]] = 1;}",
     "opaque-index"},
    {"unbounded loop", K "(global int *a) {int s = 0; while (a[0] > s) s = s ^ 3; a[1] = s;}",
     "unbounded-loop"},
    {"loop that never counts", K "(global int *a, int n) {for (int k = 0; k < n;) a[k] = 1;}",
     "unbounded-loop"},
    {"divergent barrier",
     K "(global const int *b, global int *a) {" GID "if (b[i] > 3) barrier(CLK_LOCAL_MEM_FENCE); "
       "a[i] = 1;}",
     "divergent-barrier"},
    {"barrier by a choice that differs",
     K "(global int *a) {" GID "int n = i & 1 ? 1 : 2; for (int k = 0; k < n; k++) "
       "barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1;}",
     "divergent-barrier"},
    {"component changed by a swizzle",
     K "(global const int *b, global int *a) {int2 q = (int2)(0, 0); q.x = 1; q.xy = (int2)(b[0], "
       "b[1]); a[q.x] = 1;}",
     "opaque-index"},
    {"fixed array too small",
     K "(global int *a) {int t[4]; for (int k = 0; k <= 4; k++) t[k] = k; a[0] = t[1];}",
     "opaque-index"},
    {"recursion", "int f(int x) {return x > 0 ? f(x - 1) : 0;}" K "(global int *a) {a[f(3)] = 1;}",
     "unsupported"},
    {"goto", K "(global int *a) {int k = 0; again: a[k] = 1; if (++k < 4) goto again;}",
     "unsupported"},
};

static const constrained_kernel constrained[] = {
    {"local array as long as the group",
     K "(global int *a) {local int t[128]; int l = get_local_id(0); t[l] = l; "
       "barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = t[l];}",
     "global=256 local=128", "global=512 local=256"},
    {"barrier after an early return",
     K "(global int *a, local int *t, int n) {" GID "if (i >= n) return; "
       "t[get_local_id(0)] = i; barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[0];}",
     "global=64 local=32 n=64", "global=64 local=32 n=63"},
    {"backwards in a fixed array by an unsigned difference",
     K "(global int *a) {local int t[64]; int l = get_local_id(0); t[l] = l; "
       "barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = t[64 - 1 - get_local_id(0)];}",
     "global=128 local=64", "global=256 local=128"},
    {"offset that may be too small", K "(global int *a, int o) {" GID "a[o - i] = 1;}",
     "global=64 local=32 o=63", "global=64 local=32 o=62"},
};

static void golden_records(void **state) {
    (void)state;
    check_kept(kept, sizeof kept / sizeof *kept);
}

static void refusals(void **state) {
    (void)state;
    check_refused(refused, sizeof refused / sizeof *refused);
}

static void constraints(void **state) {
    (void)state;
    check_constrained(constrained, sizeof constrained / sizeof *constrained);
}

static void fixed_group_size(void **state) {
    db_kernel k;
    (void)state;
    infer("__attribute__((reqd_work_group_size(16 * 4, 1, 1))) " K
          "(global int *a) {a[get_global_id(0)] = 1;}",
          &k);
    assert_true(k.ok);
    assert_int_equal(k.reqd_local, 64);
    db_kernel_free(&k);
}

static int64_t feature(const db_kernel *k, const char *name, const char *text) {
    launch l;
    int64_t v = -1;
    read_launch(text, &l);
    for (int i = 0; i < k->n_features; i++)
        if (!strcmp(k->features[i].name, name))
            assert_int_equal(lp_expr_eval_text(k->features[i].formula, &l.b, &v, NULL), 0);
    return v;
}

static void features(void **state) {
    db_kernel k;
    (void)state;
    infer(K "(global const float *a, global float *o, int w) {" GID
            "float s = 0; for (int k = 0; k < w; k++) s += sin(a[i * w + k]) * 2.0f; o[i] = s;}",
          &k);
    assert_true(k.ok);
    static const char at[] = "global=32 local=32 w=7";
    assert_int_equal(feature(&k, "load_global_bytes", at), 7 * 4);
    assert_int_equal(feature(&k, "store_global_bytes", at), 4);
    assert_int_equal(feature(&k, "special", at), 7);
    assert_int_equal(feature(&k, "flop", at), 14);
    assert_int_equal(feature(&k, "loop_trips", at), 7);
    assert_int_equal(feature(&k, "coalesce_stride", at), 28);
    db_kernel_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_records), cmocka_unit_test(refusals),
        cmocka_unit_test(constraints),    cmocka_unit_test(fixed_group_size),
        cmocka_unit_test(features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
