// Matrix transposition without local memory: rows are read in one go, columns written with a stride.
__kernel void transpose_naive(__global float *odata, __global const float *idata, int offset, int width, int size)
{
    const int height = (size + width - 1) / width;
    const int index = get_global_id(0);

    if (index < size)
        odata[index / width + height * (index % width)] = idata[index + offset];
}
