// Fused elementwise chain: scale, bias, residual, clip, square-root compression; 4 elements a work-item, strided by size.
__kernel void fused_chain_strided4(__global const float *x, __global const float *res, __global float *y,
                                   const float scale, const float bias, const float limit, const uint n)
{
    const uint g = get_global_id(0), G = get_global_size(0);
#pragma unroll
    for (uint k = 0; k < 4; ++k) {
        const uint i = g + k * G;
        if (i < n) {
            float v = x[i] * scale + bias;
            v += res[i];
            v = fmin(fmax(v, -limit), limit);
            y[i] = copysign(sqrt(fabs(v)), v);
        }
    }
}
