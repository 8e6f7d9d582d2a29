// Nearest-neighbour upsampling by an integer factor; every work-item writes a factor x factor block.
__kernel void upsample_nearest_block(__global const float *lo, __global float *hi, int w, int h, int factor)
{
    int id = get_global_id(0);
    if (id >= w * h) return;
    float v = lo[id];
    int wide = w * factor;
    __global float *blk = hi + (id / w) * factor * wide + (id % w) * factor;
    for (int dy = 0; dy < factor; dy++)
    {
        for (int dx = 0; dx < factor; dx++)
            blk[dx] = v;
        blk += wide;
    }
}
