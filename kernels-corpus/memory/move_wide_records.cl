// Copies 64-byte records as they are.
__kernel void moveRecords(__global const ulong8 *restrict a, __global ulong8 *restrict b)
{
    b[get_global_id(0)] = a[get_global_id(0)];
}
