// Every work-item loops as often as its data says, which shows the cost of the slowest lane.
kernel void divergent_trip_counts(global const uchar *trips, global uint *out, const uint repeat)
{
    const uint gid = get_global_id(0);
    uint lfsr = gid + 0xACE1u;
    for (uint r = 0; r < repeat; ++r)
        for (uint t = trips[gid]; t > 0; --t)
            lfsr = (lfsr >> 1) ^ (-(lfsr & 1u) & 0xD0000001u);
    out[gid] = lfsr;
}
