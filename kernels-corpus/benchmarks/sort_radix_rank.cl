// Second pass of a radix sort by four bits: stable ranks in a block of keys by counting in packed 16-bit lanes.
#define ITEMS 128

__kernel void __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
sort_radix_rank(__global const uint *keys, __global ushort *rank, __global ushort *digitBase, uint shift)
{
    __local ushort seen[16 * ITEMS];
    __local ushort base[16];
    const uint lid = get_local_id(0);
    const uint gid = get_global_id(0);
    const uint digit = keys[gid] >> (shift & 31) & 15;

    for (uint d = 0; d < 16; d++) seen[d * ITEMS + lid] = d == digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 16) {
        ushort sum = 0;
        for (uint k = 0; k < ITEMS; k++) {
            ushort one = seen[lid * ITEMS + k];
            seen[lid * ITEMS + k] = sum;
            sum += one;
        }
        base[lid] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        ushort sum = 0;
        for (uint d = 0; d < 16; d++) {
            ushort c = base[d];
            base[d] = sum;
            digitBase[get_group_id(0) * 16 + d] = sum;
            sum += c;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    rank[gid] = base[digit] + seen[digit * ITEMS + lid];
}
