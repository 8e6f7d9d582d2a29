// Three-way partition of each chunk into below, equal and above a pivot by two counting walks.
__kernel void partition_three_way(__global const int *a, __global int *b, __global uint4 *bounds,
                                  const int pivot, const uint len)
{
    const uint g = get_global_id(0);
    __global const int *src = a + g * len;
    __global int *dst = b + g * len;
    uint lt = 0, eq = 0;

    for (uint i = 0; i < len; ++i) {
        lt += src[i] < pivot;
        eq += src[i] == pivot;
    }

    uint p = 0, q = lt, r = lt + eq;
    for (uint i = 0; i < len; ++i) {
        const int x = src[i];
        uint to;
        if (x < pivot)       to = p++;
        else if (x == pivot) to = q++;
        else                 to = r++;
        dst[min(to, len - 1)] = x;
    }
    bounds[g] = (uint4)(0u, lt, lt + eq, len);
}
