// Double-buffered local tiles: loads tile k+1 while the dot products with tile k are formed.
#define T 64

__kernel __attribute__((reqd_work_group_size(T, 1, 1)))
void double_buffer_tiles(__global const float *keys, __global const float *stream, __global float *out, const int tiles)
{
    __local float buf[2][T];
    const int l = get_local_id(0);
    const float key = keys[get_global_id(0)];
    float acc = 0.0f;

    buf[0][l] = stream[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = 0; t < tiles; ++t) {
        const int cur = t & 1;
        if (t + 1 < tiles)
            buf[cur ^ 1][l] = stream[(t + 1) * T + l];
        for (int k = 0; k < T; ++k) {
            const float d = buf[cur][k] - key;
            acc += d * fabs(d);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = acc;
}
