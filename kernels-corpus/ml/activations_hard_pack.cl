// Hard-swish and hard-sigmoid gate fused over eight values per work-item, product written to the first operand.
#define HSIG(v) clamp((v) * (1.0f / 6.0f) + 0.5f, 0.0f, 1.0f)

__kernel void activations_hard_pack(__global float *a, __global const float *gate, uint packs)
{
    uint p = get_global_id(0);
    if (p < packs) {
        float8 v = vload8(p, a);
        float8 g = vload8(p, gate);
        vstore8(v * HSIG(v) * HSIG(g), p, a);
    }
}
