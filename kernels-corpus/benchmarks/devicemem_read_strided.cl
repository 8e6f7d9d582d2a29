// Bandwidth of reads that neighbours make far apart: 512 loads a work-item, addresses wrap at a power of two.
__kernel void devicemem_read_strided(__global const float *data, __global float *output, uint sizeMask, uint loads)
{
    const uint gid = get_global_id(0);
    const uint mask = (1u << min(sizeMask, 22u)) - 1;
    uint at = gid * 1024;
    float sum = 0;
    for (uint j = 0; j < loads; ++j) {
        sum += data[at & mask] + data[(at + 16) & mask] + data[(at + 32) & mask] + data[(at + 48) & mask];
        at += 64;
    }
    output[gid] = sum;
}
