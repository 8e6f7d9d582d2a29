// Felsenstein pruning at one inner node: conditional likelihoods of two children through 4 x 4 matrices, rescaled.
#define ROW(P, i) vload4(i, P)

__kernel void felsenstein_node(__global const float4 *leftClv, __global const float4 *rightClv,
                               __constant float *Pl, __constant float *Pr,
                               __global float4 *parentClv, __global int *scalers, const uint sites)
{
    const uint s = get_global_id(0);
    if (s < sites) {
        const float4 l = leftClv[s], r = rightClv[s];
        float4 p;
        p.s0 = dot(ROW(Pl, 0), l) * dot(ROW(Pr, 0), r);
        p.s1 = dot(ROW(Pl, 1), l) * dot(ROW(Pr, 1), r);
        p.s2 = dot(ROW(Pl, 2), l) * dot(ROW(Pr, 2), r);
        p.s3 = dot(ROW(Pl, 3), l) * dot(ROW(Pr, 3), r);
        const float big = fmax(fmax(p.s0, p.s1), fmax(p.s2, p.s3));
        if (big < 0x1p-40f) {
            p *= 0x1p40f;
            scalers[s] += 1;
        }
        parentClv[s] = p;
    }
}
