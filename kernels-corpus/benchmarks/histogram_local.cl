// Histogram of bytes: four a load into 256 bins of the work-group, which then join those in global memory.
#define BINS 256

__kernel void histogram_local(__global const uint *data, __global uint *histogram, uint words)
{
    __local uint hist[BINS];
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0)) hist[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint pos = get_global_id(0); pos < words; pos += get_global_size(0)) {
        uint d = data[pos];
        atomic_inc(hist + (d & 0xffu));
        atomic_inc(hist + ((d >> 8) & 0xffu));
        atomic_inc(hist + ((d >> 16) & 0xffu));
        atomic_inc(hist + (d >> 24));
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        if (hist[b] != 0) atomic_add(histogram + b, hist[b]);
}
