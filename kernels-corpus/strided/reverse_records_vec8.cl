// Reverses the order of 8-element records and the elements inside them.
kernel void reverseRecordsVec8(global const uint8 *in, global uint8 *out, const uint total)
{
    const uint step = get_global_size(0);
    for (uint r = get_global_id(0); r < total; r += step)
        out[total - 1 - r] = in[r].s76543210;
}
