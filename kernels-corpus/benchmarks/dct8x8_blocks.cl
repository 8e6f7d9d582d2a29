// Cosine transform of 8x8 blocks, a work-item a coefficient, both products through local memory.
__constant float basis[64] = {
    0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f,
    0.490393f, 0.415735f, 0.277785f, 0.097545f, -0.097545f, -0.277785f, -0.415735f, -0.490393f,
    0.461940f, 0.191342f, -0.191342f, -0.461940f, -0.461940f, -0.191342f, 0.191342f, 0.461940f,
    0.415735f, -0.097545f, -0.490393f, -0.277785f, 0.277785f, 0.490393f, 0.097545f, -0.415735f,
    0.353553f, -0.353553f, -0.353553f, 0.353553f, 0.353553f, -0.353553f, -0.353553f, 0.353553f,
    0.277785f, -0.490393f, 0.097545f, 0.415735f, -0.415735f, -0.097545f, 0.490393f, -0.277785f,
    0.191342f, -0.461940f, 0.461940f, -0.191342f, -0.191342f, 0.461940f, -0.461940f, 0.191342f,
    0.097545f, -0.277785f, 0.415735f, -0.490393f, 0.490393f, -0.415735f, 0.277785f, -0.097545f};

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dct8x8_blocks(__global const float *input, __global float *output, const uint inverse)
{
    __local float block[64];
    __local float inter[64];
    const uint i = get_local_id(0) / 8, j = get_local_id(0) % 8;
    const uint at = get_global_id(0);
    float acc = 0.0f;

    block[get_local_id(0)] = input[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 8; k++) acc += (inverse ? basis[k * 8 + i] : basis[i * 8 + k]) * block[k * 8 + j];
    inter[get_local_id(0)] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    acc = 0.0f;
    for (uint k = 0; k < 8; k++) acc += inter[i * 8 + k] * (inverse ? basis[k * 8 + j] : basis[j * 8 + k]);
    output[at] = acc;
}
