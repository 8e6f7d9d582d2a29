// Transitive closure: ors the pivot's bit row into every row that reaches the pivot.
__kernel void closure_bit_rows(__global uint4 *reach, const uint quads, const uint pivot)
{
    const uint n = quads * 128u;
    const uint p = pivot % n;
    const uint total = n * quads;

    for (uint i = get_global_id(0); i < total; i += get_global_size(0)) {
        const uint row = i / quads;
        const uint q = i - row * quads;
        const uint4 hit = reach[row * quads + (p >> 7)];
        const uint word[4] = { hit.x, hit.y, hit.z, hit.w };
        if ((word[(p >> 5) & 3] >> (p & 31)) & 1u)
            reach[row * quads + q] |= reach[p * quads + q];
    }
}
