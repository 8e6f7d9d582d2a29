// Input layer to a hidden layer of 16: a work-group adds up the products of 16 inputs with 16 columns of weights.
#define SIDE 16

__kernel __attribute__((reqd_work_group_size(SIDE * SIDE, 1, 1)))
void backprop_forward(__global const float *input, __global const float *weights, __global float *partial)
{
    __local float node[SIDE];
    __local float product[SIDE * SIDE];
    const int tx = get_local_id(0) % SIDE, ty = get_local_id(0) / SIDE;
    const int strip = get_group_id(0);

    if (tx == 0) node[ty] = input[strip * SIDE + ty];
    barrier(CLK_LOCAL_MEM_FENCE);
    product[ty * SIDE + tx] = weights[(strip * SIDE + ty) * SIDE + tx] * node[ty];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int power = 2; power <= SIDE; power *= 2) {
        if (ty % power == 0 && ty + power / 2 < SIDE)
            product[ty * SIDE + tx] += product[(ty + power / 2) * SIDE + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ty == 0) partial[strip * SIDE + tx] = 1.0f / (1.0f + exp(-product[tx]));
}
