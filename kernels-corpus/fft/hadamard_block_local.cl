// Walsh-Hadamard transform of each work-group's block, orthonormal scaling, any power-of-two group.
kernel void hadamard_block_local(global const float *x, global float *X, local float *buf)
{
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);

    float mine = x[get_global_id(0)];
    for (uint bit = 1; bit < size; bit <<= 1) {
        buf[lid] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float other = buf[(lid ^ bit) % size];
        mine = lid & bit ? other - mine : mine + other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    X[get_global_id(0)] = mine * rsqrt((float)size);
}
