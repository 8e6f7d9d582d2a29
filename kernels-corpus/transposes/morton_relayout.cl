// Copies a square power-of-two picture from row order into Morton (Z) order, bits dealt in a loop.
__kernel void mortonRelayout(__global const uint *rows, __global uint *zorder, const uint edge)
{
    const uint cells = edge * edge;
    const uint i = get_global_id(0);
    if (i >= cells)
        return;

    uint x = i % edge, y = i / edge, z = 0;
    for (uint b = 0; b < 32; b += 2) {
        z |= ((x & 1) | ((y & 1) << 1)) << b;
        x >>= 1;
        y >>= 1;
    }
    zorder[z % cells] = rows[i];
}
