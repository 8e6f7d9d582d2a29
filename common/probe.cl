/* Prelude of a probe program: what the instrumented kernel (llmperf analyze) calls. OpenCL C 1.2 and newer.
 *
 * Each work-item holds an llp_t with the regions of memory that it may touch: one for each argument of the kernel (in
 * their order; kind 0 for scalars), then one for each variable whose address it takes. An access is checked by its
 * address; one outside of every region is counted and goes to a harmless place. common/probe.h has the layout of the
 * io buffer and defines LLP_SINK, LLP_STEPS, LLP_WILD, LLP_ARRAY and LLP_ASYNC. */
#define LLP_GLOBAL 1
#define LLP_CONSTANT 2
#define LLP_LOCAL 3
#define LLP_PRIVATE 4
#define LLP_FAR 1048576 /* bytes: an access farther than this from every region belongs to none */

typedef struct llp_region {
    ulong at;
    int len, kind;
} llp_region;

typedef struct llp_t {
    ulong4 hole[4]; /* private accesses that are skipped go there */
    volatile __global int *io;
    __private llp_region *r;
    int args, regions; /* the first `args` of the regions are arguments */
    int budget, steps, group_steps;
    __global char *ag; /* an asynchronous copy */
    __local char *al;
    ulong an, as;
} llp_t;

/* Reads of constants that are skipped. */
__constant ulong16 llp_zero[8] = {(ulong16)(0)};

/* False when the probe is over already. */
int llp_begin(__private llp_t *llp, __private llp_region *r, int args, int regions, __global int *io) {
    llp->io = io;
    llp->r = r;
    llp->args = args;
    llp->regions = regions;
    llp->budget = io[0];
    llp->steps = llp->group_steps = 0;
    for (int i = 0; i < regions; i++) r[i].kind = 0;
    return !(llp->io[1] & LLP_STEPS);
}

/* The same for a kernel with barriers, whose groups end as a whole. */
int llp_begin_group(__private llp_t *llp, __private llp_region *r, int args, int regions, __global int *io,
                    __local int *go) {
    int own = llp_begin(llp, r, args, regions, io);
    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) *go = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    return *go;
}

void llp_add(__private llp_t *llp, int i, int kind, ulong at, int len) {
    llp->r[i].at = at;
    llp->r[i].len = len;
    llp->r[i].kind = kind;
}

void llp_arg_g(__private llp_t *llp, int i, const volatile __global void *p) {
    llp_add(llp, i, LLP_GLOBAL, (ulong)(size_t)p, llp->io[4 + 4 * i]);
}
void llp_arg_c(__private llp_t *llp, int i, const __constant void *p) {
    llp_add(llp, i, LLP_CONSTANT, (ulong)(size_t)p, llp->io[4 + 4 * i]);
}
void llp_arg_l(__private llp_t *llp, int i, const volatile __local void *p) {
    llp_add(llp, i, LLP_LOCAL, (ulong)(size_t)p, llp->io[4 + 4 * i]);
}

/* Variables of known size whose address is taken. */
void llp_var_g(__private llp_t *llp, int i, const volatile __global void *p, int len) {
    llp_add(llp, i, LLP_GLOBAL, (ulong)(size_t)p, len);
}
void llp_var_c(__private llp_t *llp, int i, const __constant void *p, int len) {
    llp_add(llp, i, LLP_CONSTANT, (ulong)(size_t)p, len);
}
void llp_var_l(__private llp_t *llp, int i, const volatile __local void *p, int len) {
    llp_add(llp, i, LLP_LOCAL, (ulong)(size_t)p, len);
}
void llp_var_p(__private llp_t *llp, int i, const volatile __private void *p, int len) {
    llp_add(llp, i, LLP_PRIVATE, (ulong)(size_t)p, len);
}

void llp_event(__private llp_t *llp, int flag, int line) {
    if (!(llp->io[1] & flag)) atomic_or(llp->io + 1, flag);
    if (!llp->io[2]) atomic_cmpxchg(llp->io + 2, 0, line);
}

void llp_record(__private llp_t *llp, int arg, long lo, long hi, int inside, int line) {
    volatile __global int *io = llp->io + 4 + 4 * arg;
    int from = (int)clamp(lo, -2147483647L, 2147483646L), to = (int)clamp(hi, -2147483647L, 2147483646L);
    if (from < io[1]) atomic_min(io + 1, from);
    if (to > io[2]) atomic_max(io + 2, to);
    if (inside) return;
    if (io[3] < 1000000000) atomic_inc(io + 3);
    if (!llp->io[3]) atomic_cmpxchg(llp->io + 3, 0, line);
}

/* How far the bytes are from the region, 0 inside. */
ulong llp_distance(__private llp_region *r, ulong p, ulong bytes) {
    long off = (long)(p - r->at), over = off + (long)bytes - r->len;
    return off < 0 ? (ulong)-off : over > 0 ? (ulong)over : 0;
}

/* The region of the kind that holds the bytes, or the nearest one; -1 when there is none. */
int llp_nearest(__private llp_t *llp, int kind, ulong p, ulong bytes, __private ulong *distance) {
    int best = -1;
    *distance = ~0UL;
    for (int i = 0; i < llp->regions && *distance; i++) {
        if (llp->r[i].kind != kind) continue;
        ulong d = llp_distance(&llp->r[i], p, bytes);
        if (d < *distance) {
            *distance = d;
            best = i;
        }
    }
    return best;
}

/* True when the access may happen. `slot` is the region that it belongs to, -1 when only its address tells. */
int llp_check(__private llp_t *llp, int kind, int slot, ulong p, ulong bytes, int line) {
    ulong distance = 0;
    if (slot < 0) slot = llp_nearest(llp, kind, p, bytes, &distance);
    if (slot < 0 || distance > LLP_FAR) {
        llp_event(llp, LLP_WILD, line);
        return 0;
    }
    int inside = llp_distance(&llp->r[slot], p, bytes) == 0;
    long off = (long)(p - llp->r[slot].at);
    if (slot < llp->args) llp_record(llp, slot, off, off + (long)bytes - 1, inside, line);
    else if (!inside) llp_event(llp, LLP_ARRAY, line);
    return inside;
}

/* Any place of the kind that has room, 0 when there is none. */
ulong llp_room(__private llp_t *llp, int kind, ulong bytes) {
    for (int i = 0; i < llp->regions; i++)
        if (llp->r[i].kind == kind && (ulong)llp->r[i].len >= bytes) return llp->r[i].at;
    return 0;
}

__global char *llp_sink(__private llp_t *llp, ulong bytes, int write) {
    ulong room = bytes > LLP_SINK ? llp_room(llp, LLP_GLOBAL, bytes) : 0;
    if (room) return (__global char *)(size_t)room;
    return (__global char *)llp->io + (16 + 16 * llp->args + 127) / 128 * 128 + (write ? LLP_SINK : 0);
}

/* The place that an access of `bytes` at p may use. */
__global char *llp_g(__private llp_t *llp, int slot, const volatile __global void *p, ulong bytes, int line) {
    if (llp_check(llp, LLP_GLOBAL, slot, (ulong)(size_t)p, bytes, line)) return (__global char *)p;
    return llp_sink(llp, bytes, 0);
}
__global char *llp_gw(__private llp_t *llp, int slot, const volatile __global void *p, ulong bytes, int line) {
    if (llp_check(llp, LLP_GLOBAL, slot, (ulong)(size_t)p, bytes, line)) return (__global char *)p;
    return llp_sink(llp, bytes, 1);
}
const __constant char *llp_c(__private llp_t *llp, int slot, const __constant void *p, ulong bytes, int line) {
    if (llp_check(llp, LLP_CONSTANT, slot, (ulong)(size_t)p, bytes, line)) return (const __constant char *)p;
    ulong room = bytes > sizeof llp_zero ? llp_room(llp, LLP_CONSTANT, bytes) : 0;
    return room ? (const __constant char *)(size_t)room : (const __constant char *)llp_zero;
}
__local char *llp_l(__private llp_t *llp, int slot, const volatile __local void *p, ulong bytes, int line) {
    if (llp_check(llp, LLP_LOCAL, slot, (ulong)(size_t)p, bytes, line)) return (__local char *)p;
    ulong room = llp_room(llp, LLP_LOCAL, bytes);
    return room ? (__local char *)(size_t)room : (__local char *)p;
}
__private char *llp_p(__private llp_t *llp, const volatile __private void *p, ulong bytes, int line) {
    if (llp_check(llp, LLP_PRIVATE, -1, (ulong)(size_t)p, bytes, line)) return (__private char *)p;
    ulong room = bytes > sizeof llp->hole ? llp_room(llp, LLP_PRIVATE, bytes) : 0;
    return room ? (__private char *)(size_t)room : (__private char *)llp->hole;
}

/* An access to a part of the local variable of `len` bytes at v. */
__local char *llp_lv(__private llp_t *llp, const volatile __local void *p, ulong bytes,
                     const volatile __local void *v, int len, int line) {
    llp_region r = {(ulong)(size_t)v, len, LLP_LOCAL};
    if (llp_distance(&r, (ulong)(size_t)p, bytes) == 0) return (__local char *)p;
    llp_event(llp, LLP_ARRAY, line);
    return (__local char *)v;
}

/* An index of an array of n elements. */
long llp_i(__private llp_t *llp, long i, long n, int line) {
    if (i >= 0 && i < n) return i;
    llp_event(llp, LLP_ARRAY, line);
    return 0;
}

/* A pointer to any address space, for the kernels that have one: not every device knows the keyword. Some devices say
 * that every pointer is of every space, so what holds it decides. */
#define LLP_DEFINE_GENERIC                                                                                            \
    __generic char *llp_a(__private llp_t *llp, const volatile __generic void *at, ulong bytes, int line) {           \
        __generic char *p = (__generic char *)at;                                                                     \
        __global char *g = to_global(p);                                                                              \
        __local char *l = to_local(p);                                                                                \
        __private char *q = to_private(p);                                                                            \
        ulong away = 1;                                                                                               \
        if (g) llp_nearest(llp, LLP_GLOBAL, (ulong)(size_t)g, bytes, &away);                                          \
        if (g && away == 0) return llp_gw(llp, -1, g, bytes, line);                                                   \
        if (l) llp_nearest(llp, LLP_LOCAL, (ulong)(size_t)l, bytes, &away);                                           \
        if (l && away == 0) return llp_l(llp, -1, l, bytes, line);                                                    \
        if (q) llp_nearest(llp, LLP_PRIVATE, (ulong)(size_t)q, bytes, &away);                                         \
        if (q && away == 0) return p;                                                                                 \
        if (g) return llp_gw(llp, -1, g, bytes, line);                                                                \
        if (l) return llp_l(llp, -1, l, bytes, line);                                                                 \
        return llp_p(llp, q, bytes, line);                                                                            \
    }

/* Loops: true when another iteration may begin. Once one work-item has spent its budget the others stop soon. */
int llp_step(__private llp_t *llp, int line) {
    llp->steps++;
    if (llp->steps <= llp->budget && ((llp->steps & 1023) || !(llp->io[1] & LLP_STEPS))) return 1;
    llp->steps = llp->budget;
    llp_event(llp, LLP_STEPS, line);
    return 0;
}
/* Loops with barriers: the count is the same in all work-items of a group, so they leave together. */
int llp_group_step(__private llp_t *llp, int line) {
    if (++llp->group_steps <= llp->budget) return 1;
    llp->group_steps = llp->budget;
    llp_event(llp, LLP_STEPS, line);
    return 0;
}

/* An asynchronous copy between al and ag of `an` elements of `size` bytes, `as` elements apart in global memory: done
 * here and now by the work-items of the group together, or not at all when any of it is outside. The call that it
 * stands for copies nothing. */
void llp_async_gl(__private llp_t *llp, const volatile __global void *g, const volatile __local void *l) {
    llp->ag = (__global char *)g;
    llp->al = (__local char *)l;
    llp->as = 1;
}
void llp_async_lg(__private llp_t *llp, const volatile __local void *l, const volatile __global void *g) {
    llp_async_gl(llp, g, l);
}
void llp_async(__private llp_t *llp, int global_slot, int store, ulong size, int line) {
    ulong n = min(llp->an, 1UL << 31), stride = min(llp->as, 1UL << 20);
    if (n == 0) return;
    int ok = llp_check(llp, LLP_GLOBAL, global_slot, (ulong)(size_t)llp->ag, ((n - 1) * stride + 1) * size, line);
    if (!llp_check(llp, LLP_LOCAL, -1, (ulong)(size_t)llp->al, n * size, line) || !ok) {
        llp_event(llp, LLP_ASYNC, line);
        return;
    }
    for (ulong i = get_local_id(0); i < n * size; i += get_local_size(0)) {
        __global char *g = llp->ag + i / size * stride * size + i % size;
        if (store) *g = llp->al[i];
        else llp->al[i] = *g;
    }
}
void llp_wait(void) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
