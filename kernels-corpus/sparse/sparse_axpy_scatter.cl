// Sparse axpy into a dense vector through distinct indices, four entries a work-item.
__kernel void sparseAxpyScatter(__global const int *restrict perm, __global const float *restrict v,
                                __global float *restrict dense, float alpha)
{
    const int b = 4 * get_global_id(0);
    const int4 k = (int4)(perm[b], perm[b + 1], perm[b + 2], perm[b + 3]);
    const float4 add = alpha * vload4(0, v + b);

    dense[k.s0] += add.s0;
    dense[k.s1] += add.s1;
    dense[k.s2] += add.s2;
    dense[k.s3] += add.s3;
}
