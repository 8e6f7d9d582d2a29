// A work-group a sparse row: compensated sum, weight, squares, least and largest of the entries between two limits.
typedef struct { float hi, lo; } pair_t;

static pair_t pair_add(pair_t a, float b)
{
    pair_t r;
    const float s = a.hi + b;
    const float t = s - a.hi;
    r.lo = a.lo + ((a.hi - (s - t)) + (b - t));
    r.hi = s;
    return r;
}

static pair_t pair_join(pair_t a, pair_t b)
{
    pair_t r = pair_add(a, b.hi);
    r.lo += b.lo;
    return r;
}

#define FOLD(d)                                                                                    \
    if (lid < (d)) {                                                                               \
        pair_t p_, q_;                                                                             \
        p_.hi = sh[lid]; p_.lo = sl[lid];                                                          \
        q_.hi = sh[lid + (d)]; q_.lo = sl[lid + (d)];                                              \
        p_ = pair_join(p_, q_);                                                                    \
        sh[lid] = p_.hi; sl[lid] = p_.lo;                                                          \
        wt[lid] += wt[lid + (d)];                                                                  \
        sq[lid] += sq[lid + (d)];                                                                  \
        least[lid] = fmin(least[lid], least[lid + (d)]);                                           \
        most[lid] = fmax(most[lid], most[lid + (d)]);                                              \
    }                                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void csr_group_moments(__global const int *rowStart, __global const int *column, __global const float *coef,
                       __global const float *signal, __global const float *noise, __global float4 *stats,
                       __global float2 *range, float floorValue, float ceiling)
{
    __local float sh[128], sl[128], wt[128], sq[128], least[128], most[128];
    const int row = get_group_id(0), lid = get_local_id(0);
    pair_t sum = {0.0f, 0.0f};
    float weight = 0.0f, square = 0.0f, lo = FLT_MAX, hi = -FLT_MAX;

    for (int j = rowStart[row] + lid; j < rowStart[row + 1]; j += 128) {
        const int c = column[j];
        const float v = signal[c], w = coef[j];
        if (v < floorValue) continue;
        if (v > ceiling) {
            weight += 0.5f * w;
            continue;
        }
        if (w < 0.0f) square -= w;
        sum = pair_add(sum, w * v);
        weight += w;
        square = mad(w * w, noise[c], square);
        if (v < lo) lo = v;
        if (v > hi) hi = v;
    }
    sh[lid] = sum.hi;
    sl[lid] = sum.lo;
    wt[lid] = weight;
    sq[lid] = square;
    least[lid] = lo;
    most[lid] = hi;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOLD(64)
    FOLD(32)
    FOLD(16)
    FOLD(8)
    FOLD(4)
    FOLD(2)
    FOLD(1)
    if (lid == 0) {
        const float total = sh[0] + sl[0], all = wt[0];
        if (all > 0.0f) {
            stats[row] = (float4)(total / all, sqrt(sq[0]) / all, total, all);
            range[row] = (float2)(least[0], most[0]);
        } else {
            stats[row] = (float4)(floorValue, 0.0f, 0.0f, 0.0f);
            range[row] = (float2)(floorValue, ceiling);
        }
    }
}
