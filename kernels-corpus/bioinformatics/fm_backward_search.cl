// FM-index backward search: suffix-array interval of each packed query, rank by checkpoint plus popcount.
struct occ_block { uint base[4]; uint lo; uint hi; };

static uint rank_of(__global const struct occ_block *occ, uint sym, uint pos, uint nblocks)
{
    __global const struct occ_block *b = occ + min(pos >> 5, nblocks - 1);
    const uint sel = (sym & 1 ? b->lo : ~b->lo) & (sym & 2 ? b->hi : ~b->hi);
    return b->base[sym & 3] + (uint)popcount(sel & ((1u << (pos & 31)) - 1u));
}

__kernel void fm_backward_search(__global const struct occ_block *occ, __constant uint *cumul,
                                 __global const uint *queries, __global uint2 *interval,
                                 const uint nblocks, const uint qlen)
{
    const uint g = get_global_id(0);
    const uint q = queries[g];
    uint lo = 0, hi = nblocks * 32 - 1;

    for (uint i = 0; i < min(qlen, 16u); ++i) {
        const uint sym = (q >> (2 * i)) & 3;
        lo = cumul[sym] + rank_of(occ, sym, lo, nblocks);
        hi = cumul[sym] + rank_of(occ, sym, hi, nblocks);
        if (lo >= hi)
            break;
    }
    interval[g] = (uint2)(lo, hi);
}
