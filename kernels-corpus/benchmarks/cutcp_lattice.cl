// Electrostatic potential on a flattened lattice from all atoms within a cut-off, smoothed towards it.
__kernel void cutcp_lattice(__global const float4 *atoms, __global float *potential, int natoms, int nx, int ny,
                            float spacing, float cutoff2)
{
    const int g = get_global_id(0);
    const float x = spacing * (float)(g % nx);
    const float y = spacing * (float)(g / nx % ny);
    const float z = spacing * (float)(g / nx / ny);
    const float inv = 1.0f / fmax(cutoff2, 1e-6f);
    float energy = 0.0f;

    for (int a = 0; a < natoms; a++) {
        const float4 atom = atoms[a];
        const float dx = atom.x - x, dy = atom.y - y, dz = atom.z - z;
        const float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff2) {
            const float s = 1.0f - r2 * inv;
            energy += atom.w * rsqrt(r2 + 1e-9f) * s * s;
        }
    }
    potential[g] += energy;
}
