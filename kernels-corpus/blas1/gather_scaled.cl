// Dense half of a vector is gathered through an index list, scaled and written compactly.
kernel void gatherScaled(global const float *restrict dense, global const uint *restrict pick,
                         global float *restrict packed, const float gain)
{
    const uint g = get_global_id(0);
    const float v = dense[pick[g]];
    packed[g] = isfinite(v) ? gain * v : 0.0f;
}
