// Softened Coulomb force from a per-particle neighbour list of fixed length stored column-major.
__kernel void neighbour_list_force(__global const float4* restrict coords,
                                   __global const float*  restrict charge,
                                   __global const int*    restrict neighList,
                                   __global float4*       restrict forces,
                                   const int maxNeigh,
                                   const float cutoff,
                                   const int nAtoms)
{
    const int idx = get_global_id(0);
    if (idx < nAtoms)
    {
        const float4 ip = coords[idx];
        const float  qi = charge[idx];
        const float  rc2 = cutoff * cutoff;
        float4 f = (float4)(0.0f);

        for (int j = 0; j < maxNeigh; ++j)
        {
            const int jidx = neighList[j * nAtoms + idx];
            const float4 d = ip - coords[jidx];
            const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 1.0e-3f;

            if (r2 < rc2)
            {
                const float rinv = 1.0f / sqrt(r2);
                f += d * (qi * charge[jidx] * rinv * rinv * rinv);
            }
        }
        forces[idx] = f;
    }
}
