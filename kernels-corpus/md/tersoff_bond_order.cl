// Three-body bond order: double loop over a short neighbour row, angular term and smooth cut-off.
float cutoff_fn(float r, float R, float S)
{
    return r < R ? 1.0f : (r > S ? 0.0f : 0.5f + 0.5f * cospi((r - R) / (S - R)));
}

__kernel void tersoff_bond_order(__global const float4 *pos, __global const int *neigh, __global float *energy,
                                 const int nAtoms, const int width, const float c2, const float d2, const float h, const float nExp)
{
    const int i = get_global_id(0);
    if (i >= nAtoms)
        return;
    const float3 ri = pos[i].xyz;
    float e = 0.0f;
    for (int a = 0; a < width; a++) {
        const float3 rij = pos[neigh[i * width + a]].xyz - ri;
        const float lij = length(rij) + 1e-6f;
        const float fij = cutoff_fn(lij, 2.7f, 3.0f);
        if (fij == 0.0f)
            continue;
        float zeta = 0.0f;
        for (int b = 0; b < width; b++) {
            if (b == a)
                continue;
            const float3 rik = pos[neigh[i * width + b]].xyz - ri;
            const float lik = length(rik) + 1e-6f;
            const float ct = h - dot(rij, rik) / (lij * lik);
            zeta += cutoff_fn(lik, 2.7f, 3.0f) * (1.0f + c2 / d2 - c2 / (d2 + ct * ct));
        }
        const float bond = powr(1.0f + powr(1e-6f * zeta + 1e-12f, nExp), -0.5f / nExp);
        e += 0.5f * fij * (1830.8f * exp(-2.48f * lij) - bond * 471.2f * exp(-1.73f * lij));
    }
    energy[i] = e;
}
