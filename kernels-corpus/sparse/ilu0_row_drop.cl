// Incomplete factor helper: multiplies each entry of a row by the inverse pivot and drops small ones.
__kernel void ilu0_row_drop(__global const uint *ptr, __global const uint *col, __global float *val,
                            __global const float *pivot, __global uint *dropped,
                            float tol, uint n)
{
    const uint i = get_global_id(0);
    if (i < n)
    {
        uint lost = 0;
        for (uint p = ptr[i]; p < ptr[i + 1]; ++p)
        {
            const uint c = col[p];
            float v = val[p];
            if (c < i) {
                v /= copysign(fmax(fabs(pivot[c]), 1e-6f), pivot[c]);
                if (fabs(v) < tol) {
                    v = 0.0f;
                    lost++;
                }
                val[p] = v;
            }
        }
        dropped[i] = lost;
    }
}
