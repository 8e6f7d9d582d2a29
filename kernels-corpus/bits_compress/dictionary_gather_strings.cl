// Dictionary decoding: column codes expanded to 8-byte strings through a permutation of entries.
__kernel void dictionary_gather_strings(__global const int *codes, __global const uchar8 *dict,
                                        __global uchar8 *column, __global uint *lengthSum, const int rows)
{
    int r = get_global_id(0);
    if (r >= rows) return;
    uchar8 s = dict[codes[r]];
    column[r] = s;
    char8 nz = s != (uchar8)(0);
    int len = -(nz.s0 + nz.s1 + nz.s2 + nz.s3 + nz.s4 + nz.s5 + nz.s6 + nz.s7);
    atomic_add(lengthSum, (uint)len);
}
