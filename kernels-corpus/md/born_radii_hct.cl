// Generalised-Born effective radii by pairwise descreening over all atoms.
__kernel void born_radii_hct(__global const float4 *xyzr, __global const float *screen,
                             __global float *bornRadius, const int numAtoms, const float offset)
{
    for (int i = get_global_id(0); i < numAtoms; i += get_global_size(0))
    {
        const float4 ai = xyzr[i];
        const float ri = ai.w - offset > 0.1f ? ai.w - offset : 0.1f;
        float integral = 0.0f;

        for (int j = 0; j < numAtoms; j++)
        {
            if (j == i)
                continue;
            const float4 aj = xyzr[j];
            const float r = fmax(distance(ai.xyz, aj.xyz), 0.05f);
            const float sj = screen[j] * fmax(aj.w - offset, 0.1f);
            if (ri >= r + sj)
                continue;
            const float L = 1.0f / fmax(ri, fabs(r - sj));
            const float U = 1.0f / (r + sj);
            const float q = 0.25f / r;
            integral += L - U + q * (r * r - sj * sj) * (U * U - L * L) + 2.0f * q * log(U / L);
            if (ri < sj - r)
                integral += 2.0f * (1.0f / ri - L);
        }
        bornRadius[i] = 1.0f / fmax(1.0f / ri - 0.5f * integral, 0.01f);
    }
}
