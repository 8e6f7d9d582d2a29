// Merges sorted blocks pairwise: each element finds its place with a binary search in the sibling block.
static uint lower(__global const float *b, uint len, float x, bool strict)
{
    uint lo = 0, hi = len;
    for (int s = 0; s < 32; ++s) {
        if (lo >= hi)
            break;
        uint mid = (lo + hi) >> 1;
        bool go = strict ? b[mid] <= x : b[mid] < x;
        lo = go ? mid + 1 : lo;
        hi = go ? hi : mid;
    }
    return lo;
}

__kernel void merge_by_rank(__global const float *in, __global float *out, const uint block, const uint pairs)
{
    const uint i = get_global_id(0);
    const uint pair = i / (2 * block);
    const uint r = i % (2 * block);

    if (pair >= pairs)
        return;
    const uint base = pair * 2 * block;
    const bool isRight = r >= block;
    const uint own = isRight ? r - block : r;
    const float x = in[base + r];
    const uint rank = own + lower(in + base + (isRight ? 0 : block), block, x, isRight);
    out[base + min(rank, 2 * block - 1)] = x;
}
