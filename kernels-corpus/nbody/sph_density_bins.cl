// Poly6 smoothed-particle density on particles sorted by x-bin: scans own and adjacent bins.
static float poly6(float h2, float r2)
{
    float d = h2 - r2;
    return d > 0.0f ? d * d * d : 0.0f;
}

__kernel void sph_density_bins(__global const float2 *sortedPos, __global const int *binStart,
                               __global const int *binOf, __global float *density,
                               const int numBins, const int numParticles,
                               const float h, const float particleMass)
{
    const int gid = get_global_id(0);
    if (gid < numParticles) {
        const float2 me = sortedPos[gid];
        const int bin = clamp(binOf[gid], 0, numBins - 1);
        const float h2 = h * h;
        float rho = 0.0f;

        for (int b = max(bin - 1, 0); b <= min(bin + 1, numBins - 1); b++) {
            const int stop = min(binStart[b + 1], numParticles);
            for (int k = max(binStart[b], 0); k < stop; k++) {
                const float2 d = sortedPos[k] - me;
                rho += poly6(h2, dot(d, d));
            }
        }
        density[gid] = particleMass * 4.0f / (M_PI_F * pown(h, 8)) * rho;
    }
}
