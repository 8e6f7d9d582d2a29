// Two-dimensional histogram, bins of 8 bits that stop at 255, each with a word of its own in global memory.
__kernel void histogram_saturating(__global const ushort2 *samples, __global uint *bins, int n, int side)
{
    int i = get_global_id(0);
    if (i < n)
    {
        const int bx = samples[i].x % side;
        const int by = samples[i].y % side;
        __global uint *bin = bins + by * side + bx;
        if (*bin < 255u)
            atomic_inc(bin);
    }
}
