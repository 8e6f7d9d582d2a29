// One small square product a work-group, both operands in local memory, edge up to 16.
#define EDGE_MAX 16

kernel void batched_mm_variable(global const float *a, global const float *b, global float *c, uint edge)
{
    local float la[EDGE_MAX * EDGE_MAX], lb[EDGE_MAX * EDGE_MAX];
    const uint n = min(edge, (uint)EDGE_MAX);
    const uint area = n * n;
    const size_t base = get_group_id(0) * area;

    for (uint e = get_local_id(0); e < area; e += get_local_size(0)) {
        la[e] = a[base + e];
        lb[e] = b[base + e];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint e = get_local_id(0); e < area; e += get_local_size(0)) {
        const uint r = e / n, q = e % n;
        float s = 0.0f;
        for (uint k = 0; k < n; ++k)
            s += la[r * n + k] * lb[k * n + q];
        c[base + e] = s;
    }
}
