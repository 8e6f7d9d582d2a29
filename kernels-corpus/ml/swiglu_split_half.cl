// SwiGLU: the first half of a projected row gates the second half, rows are walked by whole groups.
__kernel void swiglu_split_half(__global const float *proj, __global float *out, const int hidden)
{
    const int row = get_group_id(0);
    const __global float *up = proj + row * 2 * hidden;
    const __global float *gate = up + hidden;
    for (int j = get_local_id(0); j < hidden; j += get_local_size(0)) {
        const float g = gate[j];
        out[row * hidden + j] = up[j] * (g / (1.0f + native_exp(-g)));
    }
}
