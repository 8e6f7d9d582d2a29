// Coordinate format with a float atomic add made from compare-and-swap, a bounded number of tries.
static void add_float(volatile __global uint *addr, float v)
{
    uint seen = *addr;
    for (int attempt = 0; attempt < 64; attempt++) {
        uint want = as_uint(as_float(seen) + v);
        uint got = atomic_cmpxchg(addr, seen, want);
        if (got == seen)
            break;
        seen = got;
    }
}

__kernel void coo_cas_float_add(__global const uint2 *rc, __global const float *v, __global const float *x,
                                volatile __global uint *ybits, uint nnz, uint rows, uint cols)
{
    for (uint e = get_global_id(0); e < nnz; e += get_global_size(0)) {
        uint2 p = rc[e];
        add_float(&ybits[p.x % rows], v[e] * x[p.y % cols]);
    }
}
