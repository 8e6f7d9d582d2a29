/* Small kernels, one construct each, and what their probes must report: worked out by hand.
 *
 * Two tests use them: test_probe.c parses the instrumented text, tests/e2e/probe_cases.c runs it.
 */
#ifndef TEST_ANALYZE_PROBE_CASES_H
#define TEST_ANALYZE_PROBE_CASES_H

typedef struct probe_case {
    const char *name, *std;
    int global, local;
    /* The arguments: g, c, l and the bytes of a global, constant or local one; i and an int. Words
     * of buffers hold 0 1 2 3 4 5 6 7 0 1 ... */
    const char *args;
    /* What was touched, "ARG:FIRST..LAST" in bytes for every argument that is; "(N)" behind it when
     * N accesses were outside; and flags by name. */
    const char *seen;
    const char *gap; /* part of the text, NULL: everything is reached */
    const char *source;
} probe_case;

#define K "kernel void k"
#define G "int i = get_global_id(0);"
#define L "int l = get_local_id(0);"

static const probe_case probe_cases[] = {
    /* ---- forms of access ---- */
    {"subscript", "CL1.2", 8, 4, "g32 g32", "0:0..31 1:0..31", NULL,
     K "(global int *a, global int *b) {" G "b[i] = a[i];}"},
    {"subscript the other way round", "CL1.2", 8, 4, "g32", "0:0..31", NULL,
     K "(global int *a) {" G "i[a] = i;}"},
    {"subscript of a subscript", "CL1.2", 8, 4, "g32 g64", "0:0..31 1:4..63", NULL,
     K "(global int *a, global int *b) {" G "b[a[i] * 2 + 1] = a[a[i]];}"},
    {"deref", "CL1.2", 8, 4, "g12", "0:0..11", NULL, K "(global int *a) { *a = *(a + 2); }"},
    {"deref of a conversion", "CL1.2", 4, 4, "g16", "0:0..3", NULL,
     K "(global int *a) {" G "*((global uchar *)a + i) = 9;}"},
    {"walk", "CL1.2", 1, 1, "g16 g20", "0:0..15 1:4..19", NULL,
     K "(global int *a, global int *b) {global int *p = a, *q = b; for (int n = 0; n < 4; n++) "
       "*++q = *p++;}"},
    {"parameter that moves", "CL1.2", 2, 2, "g24 i3", "0:16..23", NULL,
     K "(global int *a, int n) {" G "a = a + n; a += 1; a[i] = 2;}"},
    {"behind a pointer", "CL1.2", 1, 1, "g32", "0:12..15", NULL,
     K "(global int *a) {global int *p = &a[4]; p[-1] = 3;}"},
    {"member", "CL1.2", 8, 4, "g64", "0:4..63", NULL,
     "typedef struct { int x; float y; } S; " K "(global S *a) {" G "a[i].y = 2.0f;}"},
    {"arrow", "CL1.2", 2, 2, "g16", "0:4..11", NULL,
     "typedef struct { int x, y; } S; " K "(global S *a) { a->y = (a + 1)->x; }"},
    {"array in a struct", "CL1.2", 2, 2, "g40", "0:4..39", NULL,
     "struct S { int x; int v[4]; }; " K "(global struct S *a) {" G "a[i].v[i * 3] = a[i].v[0];}"},
    {"unnamed struct in a struct", "CL1.2", 2, 2, "g24", "0:4..23", NULL,
     "struct S { int x; struct { int u, v; } in; }; " K "(global struct S *a) {" G
     "a[i].in.u += a[i].in.v;}"},
    {"whole struct", "CL1.2", 2, 2, "g32 g32", "0:0..31 1:0..31", NULL,
     "typedef struct { int v[4]; } S; " K "(global S *a, global S *b) {" G
     "S s = a[i]; b[i] = s;}"},
    {"pointer to an array", "CL1.2", 2, 2, "g32", "0:4..27", NULL,
     K "(global int *a) {" G
       "global int (*m)[4] = (global int (*)[4])a; m[i][1 + i] = m[0][i + 2];}"},
    {"row of an array", "CL1.2", 1, 1, "g64", "0:20..23", NULL,
     K "(global int *a) {global int *row = ((global int (*)[4])a)[1]; row[1] = 1;}"},
    {"vector view", "CL1.2", 2, 2, "g32", "0:0..31", NULL,
     K "(global float *a) {" G "((global float4 *)a)[i] *= 2.0f;}"},
    {"component", "CL1.2", 2, 2, "g32", "0:0..31", NULL,
     K "(global float4 *a) {" G "a[i].y = a[i].wzyx.x; a[i].s3 += 1.0f;}"},
    {"component through a pointer", "CL1.2", 1, 1, "g32", "0:16..31", NULL,
     K "(global float4 *a) {global float4 *p = a + 1; p->xy = p->zw; (p->x)++;}"},
    {"component by index", "CL1.2", 1, 1, "g32", "0:16..31", NULL,
     K "(global int4 *a) {" G "a[1][i + 2] = a[1].y;}"},
    {"vector of three", "CL1.2", 2, 2, "g32", "0:0..31", NULL,
     K "(global float3 *a) {" G "a[i] = a[i].zyx;}"},
    {"vload and vstore", "CL1.2", 2, 2, "g32 g40", "0:0..31 1:8..39", NULL,
     K "(global float *a, global float *b) {" G "vstore4(vload4(i, a), i, b + 2);}"},
    {"vload of three", "CL1.2", 2, 2, "g24 g32", "0:0..23 1:0..11", NULL,
     K "(global float *a, global float *b) {" G "b[i] = vload3(i, a).z; b[2] = 0;}"},
    {"vload of bytes at an index from memory", "CL1.2", 4, 4, "g16 g8", "0:0..15 1:0..7", NULL,
     K "(global int *a, global uchar *b) {" G "a[i] = vload2(a[i], (const global uchar *)b).y;}"},
    {"vload_half", "CL1.2", 4, 4, "g8 g32", "0:0..7 1:8..23", NULL,
     K "(global half *a, global half *b) {" G "vstore_half(vload_half(i, a), i + 4, b); "
       "if (i == 0) vstore_half4_rte((float4)(1.0f), 2, b);}"},
    {"vloada_half3", "CL1.2", 2, 2, "g16 g8", "0:0..13 1:0..7", NULL,
     K "(global half *a, global float *b) {" G "b[i] = vloada_half3(i, a).x;}"},
    {"vload from local and private memory", "CL1.2", 4, 4, "g64", "0:0..63", NULL,
     K "(global int *a) {" G "local int t[16]; int p[4]; p[0] = i; p[1] = p[2] = p[3] = 1; "
       "vstore4(vload4(0, p), i, t); vstore4(vload4(i, t), i, a);}"},
    {"atomics", "CL1.2", 8, 4, "g32 g4", "0:0..15 1:0..3", NULL,
     K "(global int *a, global uint *n) {" G "atomic_add(&a[i & 3], 1); atomic_inc(n); "
       "atomic_cmpxchg(a + (i & 1), 77, 78); atomic_max((volatile global int *)a, 3);}"},
    {"old atomics", "CL1.2", 8, 4, "g32", "0:0..31", NULL,
     "#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable\n" K "(global int *a) {" G
     "atom_add(a + i, 2); atom_xchg(&a[7 - i], 2);}"},
    {"atomic in local memory", "CL1.2", 8, 4, "g8 l16", "0:0..7 1:0..15", NULL,
     K "(global int *a, local int *h) {" L "h[l] = 0; local int n; if (l == 0) n = 0; "
       "barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&n); atomic_add(&h[l], 1); "
       "barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) a[get_group_id(0)] = n + h[3];}"},
    {"builtins with a second result", "CL1.2", 4, 4, "g16 g16", "0:0..15 1:0..15", NULL,
     K "(global float *a, global int *b) {" G "float w; int e; float v = fract((float)i, &w); "
       "v += sincos(v, a + i) + frexp(v, &e) + remquo(v, 2.0f, &b[i]) + modf(v, &w);"
       "a[i] += v + w + e;}"},
    {"asynchronous copy", "CL1.2", 8, 4, "g32 g32 l16", "0:0..31 1:0..31 2:0..15", NULL,
     K
     "(global int *a, global int *b, local int *t) {int g = get_group_id(0) * 4; " L
     "event_t e = async_work_group_copy(t, a + g, 4, 0); wait_group_events(1, &e); t[l] += 1; "
     "barrier(CLK_LOCAL_MEM_FENCE); e = async_work_group_copy(b + g, (const local int *)t, 4, 0); "
     "wait_group_events(1, &e);}"},
    {"asynchronous copy with stride", "CL1.2", 4, 4, "g52 g16", "0:0..51 1:0..15", NULL,
     K "(global int *a, global int *b) {local int t[4]; " L
       "event_t e = async_work_group_strided_copy(t, a, 4, 4, 0); wait_group_events(1, &e); "
       "b[l] = t[l];}"},
    {"local argument", "CL1.2", 8, 4, "g32 l16", "0:0..31 1:0..15", NULL,
     K "(global int *a, local int *t) {" G L
       "t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[3 - l];}"},
    {"local arrays", "CL1.2", 8, 4, "g32", "0:0..31", NULL,
     K "(global int *a) {" G L "local int t[4][5]; local struct { int u[4]; } s; t[l][l + 1] = i; "
       "s.u[l] = l; barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[3 - l][4 - l] + s.u[3 - l];}"},
    {"pointer to a local array", "CL1.2", 8, 4, "g32", "0:0..31", NULL,
     "int get(const local int *p, int n) { return p[n]; } " K "(global int *a) {" G L
     "local int t[6]; local int *p = t + 1; p[l] = i; barrier(CLK_LOCAL_MEM_FENCE); "
     "a[i] = get(&t[1], 3 - l);}"},
    {"constants", "CL1.2", 4, 4, "g16 c16", "0:0..15 1:0..15", NULL,
     "constant int tab[2][3] = {{1, 2, 3}, {4, 5, 6}}; int of(constant int *p, int n) { return "
     "p[n]; "
     "} " K "(global int *a, constant int *c) {" G
     "a[i] = tab[i & 1][i % 3] + of(tab[1], 2) + of(c, i) + c[0];}"},
    {"constant of the kernel's own", "CL1.2", 2, 2, "g8", "0:0..7", NULL,
     K "(global float *a) {" G "const float w[3] = {1, 2, 3}; a[i] = w[i + 1];}"},
    {"helper", "CL1.2", 4, 4, "g16 g20", "0:0..15 1:4..19", NULL,
     "void copy(global int *to, global const int *from, int n); void copy(global int *to, global "
     "const int *from, int n) { to[n] = from[n]; } " K "(global int *a, global int *b) {" G
     "copy(b + 1, a, i);}"},
    {"helper of two buffers", "CL1.2", 4, 4, "g16 g20", "0:0..15 1:4..19", NULL,
     "int get(global const int *p, int n) { return p[n]; } " K "(global int *a, global int *b) {" G
     "a[i] = get(a, i) + get(b + 1, i);}"},
    {"helper without parameters", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     "int one(void) { int s = 0; while (s < 3) s++; return s; } " K "(global int *a) {" G
     "a[i] = one();}"},
    {"helper with private pointers", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     "typedef struct { int n; int v[4]; } S; void add(S *s, int *sum, int *w) { for (int j = 0; j "
     "< "
     "s->n; j++) *sum += s->v[j] + w[j]; s->v[0] = 1; } " K "(global int *a) {" G
     "S s; s.n = 4; int w[4]; for (int j = 0; j < 4; j++) w[j] = s.v[j] = a[j]; int sum = 0; "
     "barrier(CLK_GLOBAL_MEM_FENCE); add(&s, &sum, w); a[i] = sum;}"},
    {"pointer that is one of two", "CL1.2", 4, 4, "g16 g16", "0:0..7 1:8..15", NULL,
     K "(global int *a, global int *b) {" G "global int *p = i < 2 ? a : b; p[i] = i;}"},
    {"conditional as a base", "CL1.2", 4, 4, "g16 g16", "0:0..7 1:8..15", NULL,
     K "(global int *a, global int *b) {" G
       "(i < 2 ? a : b)[i] = 1; *(i < 2 ? a + i : &b[i]) = 2;}"},
    {"comma", "CL1.2", 4, 4, "g16 g4", "0:0..15 1:0..3", NULL,
     K "(global int *a, global int *b) {" G "int j; j = (b[0] = 1, i); a[(j, j)] = j;}"},
    {"compound assignment", "CL1.2", 4, 4, "g16 g16", "0:0..15 1:0..15", NULL,
     K "(global int *a, global int *b) {" G "a[i] += b[i] <<= 1; a[i]++; --a[i]; b[i]--;}"},
    {"qualifiers", "CL1.2", 4, 4, "g16 g16", "0:0..15 1:0..15", NULL,
     K "(global const int *restrict a, volatile global int *b) {" G
       "const global int *const p = a; b[i] = p[i]; b[i] ^= 3;}"},
    {"double", "CL1.2", 4, 4, "g32", "0:0..31", NULL,
     "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" K "(global double *a) {" G
     "double2 v = (double2)(a[i], 2.0); a[i] = v.x * v.y;}"},
    {"conversions and literals", "CL1.2", 4, 4, "g16 g64", "0:0..15 1:0..63", NULL,
     K "(global int *a, global float4 *b) {" G "float f = as_float(a[i]); int n = sizeof(a[100]); "
       "b[i] = (float4)(f, (float)a[i], convert_float(a[i]), n); a[i] = as_int4(b[i]).x;}"},
    {"own arrays", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     K "(global int *a) {" G "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int *p = m[1], *q = &m[0][2]; "
       "m[i & 1][i % 3] += 1; a[i] = *p + p[1] + *q + *(p + 2);}"},
    {"own struct and vector", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     "typedef struct { int4 v; int n[2]; } S; " K "(global int *a) {" G
     "S s[2]; S *p = &s[1]; s[0].v = s[1].v = (int4)(i); p->v.y = 3; p->n[1] = 4; "
     "int4 *q = &p->v; q->x = 5; a[i] = s[i & 1].v.x + p->n[1] + s[1].v.y;}"},
    {"pointers in an array", "CL1.2", 4, 4, "g16 g16", "0:0..7 1:8..15", NULL,
     K "(global int *a, global int *b) {" G "global int *p[2] = {a, b}; p[i / 2][i] = 1;}"},
    {"large struct", "CL1.2", 1, 1, "g8800 g4", "0:0..8799 1:0..3", "an access of more bytes",
     "typedef struct { int v[1100]; } S; " K "(global S *a, global int *b) { a[1] = a[0]; b[0] = "
     "sizeof(S); }"},
    {"no parameters", "CL1.2", 4, 4, "", "", NULL,
     K "(void) { int s = 0; for (int j = 0; j < 4; j++) "
       "s += j; }"},
    {"half", "CL1.2", 0, 0, "", "", NULL,
     "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" K "(global half *a, global half4 *b) {" G
     "a[i] += 1.0h; b[i].x = a[i];}"},
    {"C11 atomics", "CL2.0", 0, 0, "", "", NULL,
     K "(global atomic_int *a, global int *b) {" G "b[i] = atomic_fetch_add(&a[i], 2); int e = 1; "
       "atomic_compare_exchange_strong(a, &e, 3); atomic_store(a + i, atomic_load(a));}"},
    {"pointers to any space", "CL2.0", 0, 0, "", "", NULL,
     "int get(int *p, int n) { return p[n]; } " K "(global int *a, local int *t) {" G
     "int m[3] = {1, 2, 3}; t[0] = 1; a[i] = get(a, i) + get(t, 0) + get(m, 2);}"},

    /* ---- statements ---- */
    {"loops", "CL1.2", 4, 4, "g64", "0:0..63", NULL,
     K "(global int *a) {" G "for (int r = 0; r < 2; r++) for (int c = 0; c < 2; c++) "
       "a[i * 4 + r * 2 + c] = r; int j = 0; while (j < 3) j++; do { j--; } while (j); for (;;) "
       "{ if (++j > 4) break; } a[i * 4] = j;}"},
    {"loop with declarations and steps", "CL1.2", 4, 4, "g16 g16", "0:0..15 1:0..15", NULL,
     K "(global int *a, global int *b) {" G
       "for (int j = 0, s = a[0]; j < 4 && a[j] >= 0; j++, s++) "
       "b[j] = 2; for (int j = 4; j--;) a[j] = 3; while (i--) ;}"},
    {"loop over a private pointer", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     K "(global int *a) {" G "int w[4] = {4, 3, 2, 1}; int *p = w, *end = &w[4]; int s = 0; "
       "while (p != end) s += *p++; a[i] = s;}"},
    {"loop with a barrier", "CL1.2", 8, 4, "g32", "0:0..31", NULL,
     K "(global int *a) {" G L "local int t[4]; t[l] = i; for (int s = 2; s > 0; s >>= 1) { "
       "barrier(CLK_LOCAL_MEM_FENCE); if (l < s) t[l] += t[l + s]; } barrier(CLK_LOCAL_MEM_FENCE); "
       "a[i] = t[0];}"},
    {"switch", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     K "(global int *a) {" G "switch (a[i]) { case 0: a[i] = 5; break; case 1: case 2: { int w[2]; "
       "w[i & 1] = 3; a[i] = w[i & 1]; } break; default: a[i]++; }}"},
    {"branches without braces", "CL1.2", 4, 4, "g16", "0:0..15", NULL,
     K "(global int *a) {" G "if (a[i] > 2) a[i] = 1; else if (i) a[i] = 2; else return; "
       "a[i] = i ? a[i] : a[0];}"},

    /* ---- what must be caught ---- */
    {"store behind the end", "CL1.2", 8, 4, "g24", "0:0..31(2)", NULL,
     K "(global int *a) {" G "a[i] = 1;}"},
    {"load before the start", "CL1.2", 8, 4, "g32 g32", "0:-8..23(2) 1:0..31", NULL,
     K "(global int *a, global int *b) {" G "b[i] = a[i - 2];}"},
    {"last byte only", "CL1.2", 1, 1, "g15", "0:0..15(1)", NULL,
     K "(global int4 *a) { a[0] = (int4)(1); }"},
    {"load far behind gives zero", "CL1.2", 1, 1, "g32 g8", "0:40000000..40000003(1) 1:0..3", NULL,
     K "(global int *a, global int *b) { if (a[10000000] == 0) b[0] = 7; else b[1] = 7; }"},
    {"index below by unsigned arithmetic", "CL1.2", 1, 1, "g32", "0:2147483646..2147483646(1)",
     NULL, K "(global int *a) { uint n = get_global_id(0); a[n - 1u] = 1; }"},
    {"vstore behind the end", "CL1.2", 2, 2, "g28", "0:0..31(1)", NULL,
     K "(global float *a) {" G "vstore4((float4)(1), i, a);}"},
    {"atomic behind the end", "CL1.2", 4, 4, "g8", "0:0..15(2)", NULL,
     K "(global int *a) {" G "atomic_inc(&a[i]);}"},
    {"helper behind the end", "CL1.2", 4, 4, "g8 g16", "0:0..15(2) 1:0..15", NULL,
     "void set(global int *p, int n) { p[n] = 1; } " K "(global int *a, global int *b) {" G
     "set(a, i); set(b, i);}"},
    {"helper far away", "CL1.2", 1, 1, "g8 g8", "WILD", NULL,
     "void set(global int *p, int n) { p[n] = 1; } " K
     "(global int *a, global int *b) { set(a, 1 << 29); set(b, 1 << 29); }"},
    {"local argument behind the end", "CL1.2", 4, 4, "g16 l12", "0:0..15 1:0..15(1)", NULL,
     K "(global int *a, local int *t) {" G "t[i] = 1; a[i] = 1;}"},
    {"local array behind the end", "CL1.2", 4, 4, "g16", "0:0..15 ARRAY", NULL,
     K "(global int *a) {" G L "local int t[4]; t[l + 1] = 1; a[i] = 1;}"},
    {"own array behind the end", "CL1.2", 4, 4, "g16", "0:0..15 ARRAY", NULL,
     K "(global int *a) {" G "int t[3] = {0, 0, 0}; t[i] = 1; a[i] = t[0];}"},
    {"own array before the start through a pointer", "CL1.2", 4, 4, "g16", "0:0..15 ARRAY", NULL,
     "void set(int *p, int n) { p[n - 1] = 2; } " K "(global int *a) {" G
     "int t[8]; t[0] = 0; set(t, i); a[i] = t[0];}"},
    {"constant argument behind the end", "CL1.2", 4, 4, "g16 c12", "0:0..15 1:0..15(1)", NULL,
     K "(global int *a, constant int *c) {" G "a[i] = c[i];}"},
    {"table behind the end", "CL1.2", 4, 4, "g16", "0:0..15 ARRAY", NULL,
     "constant int tab[3] = {1, 2, 3}; " K "(global int *a) {" G "a[i] = tab[i];}"},
    {"asynchronous copy behind the end", "CL1.2", 4, 4, "g12 g16 l16",
     "0:0..15(4) 1:0..15 2:0..15 ASYNC", NULL,
     K "(global int *a, global int *b, local int *t) {" L "t[l] = 0; barrier(CLK_LOCAL_MEM_FENCE); "
       "event_t e = async_work_group_copy(t, a, 4, 0); wait_group_events(1, &e); b[l] = t[l];}"},
    {"endless loop", "CL1.2", 8, 4, "g4", "0:0..3 STEPS", NULL,
     K "(volatile global int *a) { while (a[0] < 1000) ; }"},
    {"endless loop without condition", "CL1.2", 8, 4, "g4", "0:0..3 STEPS", NULL,
     K "(global int *a) { for (;;) a[0] = 1; }"},
    {"endless loop in a helper", "CL1.2", 8, 4, "g4", "0:0..3 STEPS", NULL,
     "int spin(volatile global int *a) { int n = 0; do { n++; } while (a[0] == 0); return n; } " K
     "(global int *a) { for (int j = 0; j < 1000000000; j++) a[0] = spin(a) * 0; }"},
    {"endless loop with a barrier", "CL1.2", 4, 4, "g16 l16", "0:0..15 1:0..15 STEPS", NULL,
     K "(global int *a, local int *t) {" G L "t[l] = 0; while (1) { barrier(CLK_LOCAL_MEM_FENCE); "
       "t[l] += 1; if (t[l] < 0) break; } a[i] = 1;}"},
    {"endless loop with a barrier in a helper", "CL1.2", 4, 4, "g16", "0:0..15 STEPS", NULL,
     "int sync(int n) { barrier(CLK_LOCAL_MEM_FENCE); return n + 1; } " K "(global int *a) {" G
     "for (int n = 0; n >= 0;) n = sync(n) & 7; a[i] = 1;}"},
};

enum { N_PROBE_CASES = sizeof probe_cases / sizeof *probe_cases };

#undef K
#undef G
#undef L
#endif
