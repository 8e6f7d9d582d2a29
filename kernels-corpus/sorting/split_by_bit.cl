// One-bit split of a group's keys: stable partition by a bit with a local scan of the zero flags.
#define WG 128

kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void split_by_bit(global ushort *keys, const uint bit)
{
    local uint z[WG];
    local ushort moved[WG];
    const uint l = get_local_id(0), g = get_global_id(0);
    const ushort k = keys[g];
    const uint zero = !((k >> (bit & 15)) & 1);

    z[l] = zero;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < WG; d *= 2) {
        uint add = l >= d ? z[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        z[l] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint zeros = z[WG - 1];
    const uint dst = zero ? z[l] - 1 : zeros + l - z[l];
    moved[dst & (WG - 1)] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[g] = moved[l];
}
