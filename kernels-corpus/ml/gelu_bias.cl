// Add a per-column bias and apply the tanh form of GELU to a flattened activation matrix.
__kernel void gelu_bias(__global float *act, __global const float *bias, const uint cols, const uint total)
{
    const uint i = get_global_id(0);
    if (i >= total) return;

    const float x = act[i] + bias[i % cols];
    const float inner = 0.7978845608f * (x + 0.044715f * x * x * x);
    act[i] = 0.5f * x * (1.0f + tanh(inner));
}
