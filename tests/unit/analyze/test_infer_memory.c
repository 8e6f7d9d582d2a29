/* Golden records of what inference knows about memory: null pointers, counters, members of structs,
 * values kept in local arrays, indices computed in floating point. The expected extents were worked
 * out by hand from the text of the kernel. */
#include "tests/unit/analyze/golden.h"

#define PICK                                                                                       \
    "float pick(global const float *p, int i) {if (p != 0) return p[i]; return 1.0f;}"             \
    "float take(global const float *p, int i) {return p && i > 2 ? p[i] : 0.0f;}"

#define ENTRY "typedef struct {int row; float weight; int kind;} E;"
#define LID "int l = get_local_id(0);"
#define SYNC "barrier(CLK_LOCAL_MEM_FENCE);"

static const golden kept[] = {
    {"index in a member",
     ENTRY K "(global const E *e, global const float *x, global float *o) {" GID
             "o[i] = e[i].weight * x[e[i].row];}",
     "global=64 local=32", "e=64 x=64 o=64",
     "pattern.x=indirect content.e=members:12;0:int:global"},
    {"members of a struct that was copied",
     ENTRY K "(global const E *e, global int *o) {local int bins[8];" GID
             "E t = e[2 * i]; bins[t.kind] = 1; o[t.row] = 1;}",
     "global=64 local=32", "e=127 o=64", "content.e=members:12;0:int:global;8:int:8"},
    {"index in a member through a pointer",
     ENTRY K "(global const E *e, global int *o, int n) {global const E *p = e + get_global_id(0);"
             "for (int k = 0; k < n; k++, p += 2) if (p->row >= 0) o[p->row] = 1;}",
     "global=64 local=32 n=3", "e=68 o=64", "content.e=members:12;0:int:global"},
    {"rows with a start and a count",
     "typedef struct {uint start, count;} R;" K
     "(global const R *r, global const float *v, global float *o) {" GID
     "float s = 0; for (uint j = r[i].start; j < r[i].start + r[i].count; j++) s += v[j]; o[i] = "
     "s;}",
     "global=64 local=32", "r=64 v=95 o=64", "content.r=members:8;0:uint:global;4:uint:33"},
    {"places of a list from a counter",
     K "(global const int *v, global int *n, global int *o) {" GID
       "if (v[i] > 500) {int p = atomic_inc(n); o[p] = i;}}",
     "global=64 local=32", "n=1 o=64 v=64", "access.n=rw content.n=zero"},
    {"places of a list under a bound",
     K
     "(global const int *v, volatile global uint *n, global int *o, uint m) {"
     "uint i = get_global_id(0); if (i < m) {uint p = atomic_add(n + 3, 2u); o[p] = i; o[p + 1] = "
     "v[i];}}",
     "global=64 local=32 m=10", "n=4 o=20", "content.n=zero"},
    {"places by one work-item of a group",
     K "(global int *n, global int *o) {" LID "if (l == 0) o[atomic_inc(n)] = get_group_id(0);}",
     "global=256 local=64", "n=1 o=4", "content.n=zero"},
    {"places in a loop",
     K "(global const int *v, global int *n, global int *o, int w) {" GID
       "for (int k = 0; k < w; k++) if (v[i * w + k] & 1) o[atomic_inc(n)] = k;}",
     "global=64 local=32 w=5", "o=320 v=320", "content.n=zero"},
    {"places in a condition of a loop",
     K "(global int *n, global int *o, int w) {int k = 0; while (atomic_inc(n) < 100 && k < w) k++;"
       "o[atomic_inc(n)] = k;}",
     "global=8 local=8 w=5", "o=56", "content.n=zero"},
    {"a list in local memory",
     K "(global const int *v, global int *o) {local int n; local int t[64];" LID
       "if (l == 0) n = 0;" SYNC "if (v[get_global_id(0)] > 9) t[atomic_inc(&n)] = l;" SYNC
       "if (l < n) o[t[l]] = l;}",
     "global=128 local=64", "o=64 v=128", ""},
    {"values kept in a local array",
     K "(global const int *v, local int *t, global int *o) {" LID
       "t[l] = v[get_global_id(0)] & 31;" SYNC "o[t[get_local_size(0) - 1 - l]] = 1;}",
     "global=128 local=64", "t=64 o=32 v=128", ""},
    {"elements of a short array apart",
     K "(global int *o, int n) {" GID
       "int d[3] = {2, 1000, n}; d[0] = i & 7; o[d[0]] = 1; if (d[2] < 5) o[d[2]] = 1;}",
     "global=64 local=32 n=3", "o=8", ""},
    {"an index that goes into a shorter array",
     K "(global const uchar *v, global int *o) {local int t[16];" GID "t[v[i]] = 1;" SYNC
       "o[i] = t[i & 15];}",
     "global=64 local=32", "v=64 o=64", "content.v=index:16"},
    {"linked indices",
     K "(global const int *next, global int *o, int n) {" GID
       "for (int k = 0; k < n; k++) i = next[i]; o[i] = 1;}",
     "global=64 local=32 n=9", "next=64 o=64", "content.next=index:global"},
    {"chain until a limit",
     K "(global const int *head, global const int *next, global int *o, int n) {"
       "int c = head[get_global_id(0)], k = 0; while (c >= 0 && k < n) {o[c] = k++; c = next[c];}}",
     "global=64 local=32 n=9", "head=64 next=64 o=64", "content.next=index:global"},
    {"index from one of two buffers",
     K "(global const int *a, global const int *b, global int *o, int f) {" GID
       "o[f ? a[i] : b[i]] = 1;}",
     "global=64 local=32 f=1", "a=64 b=64 o=64", "content.b=index:global"},
    {"indices exchanged through local memory",
     K "(global const int *a, local int *t, global int *o) {" LID "t[l] = a[get_global_id(0)];" SYNC
       "o[t[get_local_size(0) - 1 - l]] = 1;}",
     "global=64 local=32", "a=64 t=32 o=64", "content.a=index:global"},
    {"places reserved by a group",
     K "(global int *n, global int *o) {local int here, base;" LID "if (l == 0) here = 0;" SYNC
       "int mine = atomic_inc(&here);" SYNC "if (l == 0) base = atomic_add(n, here);" SYNC
       "o[base + mine] = 1;}",
     "global=128 local=32", "n=1 o=160", "content.n=zero"},
    {"clamped position",
     K "(global const float *v, global int *o, int n) {" GID
       "int j = (int)clamp(v[i] * 10.0f, 0.0f, (float)(n - 1)); o[j] = 1;}",
     "global=64 local=32 n=10", "v=64 o=10", ""},
    {"rounded and clamped by functions",
     K "(global const float *v, global int *o, int n) {" GID "float x = v[i] * v[i];"
       "o[convert_int_rtz(fmin(fmax(floor(x), 0.0f), n - 1)) + convert_int(fabs(clamp(x, -3.0f, "
       "2.0f)))] = 2;}",
     "global=64 local=32 n=10", "o=13", ""},
    {"clamped by ifs",
     K "(global const float *v, global int *o, int n) {" GID
       "float x = v[i]; if (x < 0.0f) x = 0.0f; if (x > n - 1) x = n - 1; o[(int)x] = 1;}",
     "global=64 local=32 n=10", "o=10", ""},
    {"sum of bounded floats",
     K "(global const float *v, global int *o) {" GID
       "o[(int)(clamp(v[i], 0.0f, 7.0f) * 4.0f + i)] = 1;}",
     "global=64 local=32", "o=92", ""},
    {"bin of a value between two ends",
     K "(global const float *v, global int *o, uint n, float lo, float hi) {" GID
       "float x = v[i]; if (x >= lo && x < hi) {uint t = (uint)(n * (x - lo) / (hi - lo)); "
       "o[t] = 1;}}",
     "global=64 local=32 n=10", "v=64 o=11", ""},
    {"bin of a value, the others have left",
     K "(global const float *v, global int *o, uint n, float lo, float hi) {" GID
       "float x = v[i]; if (x < lo || x >= hi) return; o[(int)((x - lo) / (hi - lo) * n)] = 1;}",
     "global=64 local=32 n=10", "v=64 o=11", ""},
    {"barrier under a count that the group shares",
     K "(global const int *v, global int *n, global int *o) {local int c[2]; local int t[64];" LID
       "if (l < 2) c[l] = 0;" SYNC "if (v[get_global_id(0)] > 9) t[atomic_inc(c)] = l;" SYNC
       "if (c[0]) {if (l == 0) c[1] = atomic_add(n, c[0]);" SYNC
       "if (l < c[0]) o[l + c[1]] = t[l];}}",
     "global=128 local=64", "o=192 v=128", "content.n=zero"},
    {"barriers in a loop whose end the group shares",
     K "(global const int *v, global int *o) {local int m;" LID "if (l == 0) m = v[0] & 7;" SYNC
       "for (int k = 0; k < m; k++) {o[l + k] = k;" SYNC "}}",
     "global=128 local=64", "o=70", ""},
    {"signed difference of an unsigned id",
     K "(global int *o, int r) {int d = get_local_id(0) - r; if (d >= 0) o[d] = 1;}",
     "global=128 local=64 r=5", "o=59", ""},
    {"difference under a comparison of unsigned",
     K "(global int *o, uint r) {uint i = get_global_id(0); if (i >= r) o[i - r] = 1;}",
     "global=128 local=64 r=5", "o=123", ""},
    {"shift of one by a difference",
     K "(global int *a, int s, int p) {" GID
       "int d = 1 << (s - p), left = i % d + i / d * 2 * d; a[left + d] = a[left];}",
     "global=64 local=32 s=4 p=1", "a=128", "role.s=shift"},
    {"results through pointers in a loop",
     "void step(int i, int *p) {*p = i & 3;}" K "(global int *o, int n) {int x = 90;" GID
     "for (int k = 0; k < n; k++) {step(i + k, &x); o[x] = 1;}}",
     "global=64 local=32 n=3", "o=4", ""},
    {"value behind a pointer",
     K "(global int *o) {" GID "int x = 1000, *p = &x; x = i; *p += 2; o[x] = 1; o[*p + 1] = 2;}",
     "global=64 local=32", "o=67", ""},
    {"loop bound in memory that a private array limits",
     K "(global const int *n, global int *o) {" GID
       "int t[12]; for (int k = 0; k < n[i]; k++) t[k] = k; o[i] = t[0];}",
     "global=64 local=32", "n=64 o=64", "content.n=bounded:13"},
    {"flags in conditions",
     K "(global const uchar *f, global const int *g, global int *o) {" GID
       "if (f[i] && i > 3) o[i] = !g[i] ? 1 : 2; else if (g[i + 1] == 1) o[i] = 3;}",
     "global=64 local=32", "f=64 g=65", "content.f=flags"},
    {"flags by a comparison",
     K "(global const int *g, global int *o) {" GID "o[i] = (g[i] != 0) + 2 * (g[i + 1] == 0);}",
     "global=64 local=32", "g=65", "content.g=flags"},
    {"values in a condition are no flags",
     K "(global const int *g, global int *o) {" GID "if (g[i]) o[i] = g[i];}", "global=64 local=32",
     "g=64", "content.g=(none)"},
    {"places to store to",
     K "(global const uint *p, global const float *x, global float *o, uint n) {" GID
       "if (i < n) o[p[i]] = x[i];}",
     "global=64 local=32 n=50", "p=50 x=50 o=64", "content.p=permutation:global"},
    {"places to store to and to read from",
     K "(global const uint *p, global float *x, global float *o) {" GID "o[p[i]] = x[p[i]];}",
     "global=64 local=32", "p=64 x=64 o=64", "content.p=index:global"},
    {"places to add to", K "(global const uint *p, global int *o) {" GID "atomic_inc(&o[p[i]]);}",
     "global=64 local=32", "p=64 o=64", "content.p=index:global"},
    {"taps that begin at the start",
     K "(global const int *a, global int *o, int taps) {" GID
       "int s = 0, last = min(taps - 1, i); for (int k = 0; k <= last; k++) s += a[i - k]; o[i] = "
       "s;}",
     "global=64 local=32 taps=5", "a=64 o=64", ""},
    {"rest by a product",
     K "(global int *o, int n, int p) {" GID
       "if (i < n * n) {int row = i / n, col = i - row * n; o[col] = 1; o[col * n + p % n] = 1;}}",
     "global=64 local=32 n=5 p=3", "", ""},
    {"null as an argument of a helper",
     PICK K "(global const float *a, global float *o) {" GID "o[i] = pick(a, i) + pick(0, i);}",
     "global=64 local=32", "a=64 o=64", "access.a=r"},
    {"null in a condition",
     PICK K "(global const float *a, global float *o) {" GID
            "o[i] = take(a, i) * take((global const float *)0, i);}",
     "global=64 local=32", "a=64 o=64", ""},
    {"pointer tested alone",
     K "(global int *a) {" GID "if (!a) return; global int *p = 0; if (p) p[7 * i] = 1; a[i] = 2;}",
     "global=64 local=32", "a=64", "access.a=w"},
    {"comparison of constants",
     "enum {WIDTH = 4};" K "(global int *a) {" GID
     "if (WIDTH > 8) a[4 * i] = 1; else a[WIDTH == 4 ? i : 9 * i] = 2;}",
     "global=64 local=32", "a=64", ""},
};

static const refused_kernel refused[] = {
    {"may be null", K "(global int *a, int f) {" GID "global int *p = 0; if (f) p = a; p[i] = 1;}",
     "opaque-index"},
    {"counter that is also set",
     K "(global int *n, global int *o) {int p = atomic_inc(n); n[0] = 5; o[p] = 1;}",
     "indirect-index"},
    {"counter that goes down",
     K "(global int *n, global int *o) {atomic_dec(n); o[atomic_inc(n)] = 1;}", "indirect-index"},
    {"counter by any amount",
     K "(global const int *v, global int *n, global int *o) {o[atomic_add(n, v[0])] = 1;}",
     "opaque-index"},
    {"vector stored into an array of integers",
     K "(global int *o) {int t[4]; t[0] = 1; vstore4((int4)(9000), 0, t); o[t[2]] = 1;}",
     "opaque-index"},
    {"bytes stored into an array of integers",
     K "(global int *o) {local int t[64];" LID "t[l] = 3;" SYNC
       "((local uchar *)t)[4 * l + 3] = 100;" SYNC "o[t[0]] = 1;}",
     "opaque-index"},
    {"copied into an array of integers",
     K "(global const int *v, global int *o) {local int t[64]; t[0] = 1;" SYNC
       "event_t e = async_work_group_copy(t, v, 64, 0); wait_group_events(1, &e); o[t[1]] = 1;}",
     "opaque-index"},
    {"members that overlap",
     "typedef union {int a; short b;} U;" K "(global const U *u, global int *o) {" GID
     "o[u[i].a] = 1; o[u[i].b] = 2;}",
     "indirect-index"},
    {"member that the kernel stores",
     ENTRY K "(global E *e, global int *o) {" GID "e[i].row = i; o[e[i].row] = 1;}",
     "indirect-index"},
    {"bytes of integers under a guard",
     K
     "(global const int *v, global int *o) {int t[4]; global const uchar *b = (global const uchar "
     "*)v; if (b[0] < 4) {t[b[1]] = 1; o[0] = t[0];}}",
     "opaque-index"},
    {"may be no number",
     K "(global float *v, global int *o) {" GID
       "float x = v[i] / v[0]; if (x < 0.0f) x = 0.0f; if (x > 9.0f) x = 9.0f; o[(int)x] = 1; "
       "v[i] = x;}",
     "opaque-index"},
    {"max of what may be no number",
     K "(global float *v, global int *o) {" GID
       "o[(int)min(max(v[i] / v[0], 0.0f), 9.0f)] = 1; v[i] = 2.0f;}",
     "opaque-index"},
    {"bin between ends that may be equal",
     K "(global const float *v, global int *o, uint n, float lo, float hi) {" GID
       "float x = v[i]; if (x >= lo && x <= hi) o[(uint)(n * (x - lo) / (hi - lo))] = 1;}",
     "opaque-index"},
    {"bin between other ends",
     K "(global const float *v, global int *o, uint n, float lo, float hi, float top) {" GID
       "float x = v[i]; if (x >= lo && x < top) o[(uint)(n * (x - lo) / (hi - lo))] = 1;}",
     "opaque-index"},
    {"negative float as unsigned",
     K "(global const float *v, global int *o) {" GID
       "o[(uint)clamp(v[i] - 9.0f, -2.0f, 2.0f) + 2] = 1;}",
     "opaque-index"},
    {"barrier under a count that changes meanwhile",
     K "(global const int *v, global int *o) {local int c;" LID "if (l == 0) c = 0;" SYNC
       "if (v[get_global_id(0)] > 9) atomic_inc(&c); if (c) {" SYNC "o[l] = 1;}}",
     "divergent-barrier"},
    {"barrier under a value of its own",
     K "(global const int *v, global int *o) {local int t[8];" LID "t[l & 7] = v[l];" SYNC
       "if (t[l & 3]) {" SYNC "o[l] = 1;}}",
     "divergent-barrier"},
    {"barrier that a helper may skip",
     "void sync(local int *c) {if (c[0] > 3) return; barrier(CLK_LOCAL_MEM_FENCE);}" K
     "(global const int *v, global int *o) {local int c[1];" LID "if (l == 0) c[0] = v[0];" SYNC
     "sync(c); if (l == 0) c[0] = 1; sync(c); if (c[0]) {" SYNC "o[l] = 1;}}",
     "divergent-barrier"},
    {"variable that a loop changes by a pointer",
     K "(global const int *v, global int *o) {int x = 0, *p = &x;"
       "for (int k = 0; k < 4; k++) {o[x] = 1; *p = v[k];} }",
     "opaque-index"},
    {"variable that a pointer to one of two changes",
     K "(global const int *v, global int *o, int f) {int x = 0, y = 0, *p = &x; if (f) p = &y;"
       "*p = v[0] * 7; o[x] = 1;}",
     "opaque-index"},
    {"variable behind a narrower pointer",
     K "(global int *o) {int x = 0; uchar *p = (uchar *)&x; p[3] = 9; o[x] = 1;}", "opaque-index"},
    {"variable that a helper changes in a condition",
     "bool grow(int *p) {*p = *p + 1000; return true;}" K "(global int *o, int n) {int x = 0, t[8];"
     "if (n > 2 && grow(&x)) o[0] = 1; t[x] = 1; o[1] = t[0];}",
     "opaque-index"},
    {"null", K "(global int *a) {global int *p = 0; p[0] = 1; a[0] = 1;}", "opaque-index"},
};

static const constrained_kernel constrained[] = {
    {"groups that overlap",
     K "(global int *a, int h) {int own = get_local_size(0) - 2 * h;"
       "a[get_group_id(0) * own + get_local_id(0)] = 1;}",
     "global=256 local=64 h=32", "global=256 local=64 h=33"},
    {"taps that begin at the start",
     K "(global const int *a, global int *o, int taps, int d) {" GID
       "int s = d, last = min(taps - 1, i); for (int k = 0; k <= last; k++) s += a[i - k]; o[i] = "
       "s; o[d - i] = 1;}",
     "global=64 local=32 taps=5 d=63", "global=64 local=32 taps=5 d=62"},
    {"rest by a product",
     K "(global int *o, int n, int d) {" GID
       "if (i < n * n) {int row = i / n, col = i - row * n; o[col] = 1; o[col + d - i] = 1;}}",
     "global=16 local=16 n=4 d=15", "global=16 local=16 n=4 d=2"},
    {"shift by a difference",
     K "(global int *a, int stage, int pass) {" GID "a[i >> (stage - pass)] = 1;}",
     "global=64 local=32 stage=4 pass=4", "global=64 local=32 stage=4 pass=5"},
    {"list in a fixed local array",
     K "(global const int *v, global int *o) {local int n; local int t[64];" LID
       "if (l == 0) n = 0;" SYNC "if (v[get_global_id(0)]) t[atomic_inc(&n)] = l;" SYNC
       "if (l < n) o[l] = t[l];}",
     "global=64 local=64", "global=128 local=128"},
    {"floats that must stay exact",
     K "(global const float *v, global int *o, int n) {" GID
       "o[(int)clamp(v[i], 0.0f, (float)n)] = 1;}",
     "global=64 local=64 n=16777216", "global=64 local=64 n=16777217"},
};

static void constraints(void **state) {
    (void)state;
    check_constrained(constrained, sizeof constrained / sizeof *constrained);
}

static void golden_records(void **state) {
    (void)state;
    check_kept(kept, sizeof kept / sizeof *kept);
}

static void refusals(void **state) {
    (void)state;
    check_refused(refused, sizeof refused / sizeof *refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_records),
        cmocka_unit_test(refusals),
        cmocka_unit_test(constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
