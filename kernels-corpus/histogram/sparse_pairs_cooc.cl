// Grey-level co-occurrence counts at a pixel offset, private 8 x 8 table then atomics.
#define LV 8

__kernel void sparsePairsCooc(__global const uchar *restrict grey, __global uint *restrict glcm,
                              uint width, uint rows, uint dx)
{
    uint table[LV * LV];
    for (uint k = 0; k < LV * LV; ++k)
        table[k] = 0u;

    for (uint r = get_global_id(0); r < rows; r += get_global_size(0))
    {
        __global const uchar *line = &grey[r * width];
        for (uint x = 0; x + dx < width; ++x)
            ++table[(line[x] >> 5) * LV + (line[x + dx] >> 5)];
    }
    for (uint k = 0; k < LV * LV; ++k)
        if (table[k] != 0u)
            atomic_add(&glcm[k], table[k]);
}
