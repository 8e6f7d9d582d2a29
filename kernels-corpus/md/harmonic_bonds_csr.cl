// Harmonic bond force on each atom from its bonded partners (row pointers, partner, length, stiffness).
__kernel void harmonic_bonds_csr(__global const float4 *xyz, __global const uint *bondPtr, __global const uint *partner,
                                 __global const float2 *r0k, __global float4 *f)
{
    const uint atom = get_global_id(0);
    const float4 me = xyz[atom];
    float4 sum = (float4)(0.0f);
    const uint end = bondPtr[atom + 1];
    for (uint b = bondPtr[atom]; b < end; ++b)
    {
        float4 d = xyz[partner[b]] - me;
        d.w = 0.0f;
        const float len = fast_length(d);
        const float2 par = r0k[b];
        const float stretch = len - par.x;
        sum.w += 0.25f * par.y * stretch * stretch;
        sum += d * (par.y * stretch / (len + 1e-7f));
    }
    f[atom] += sum;
}
