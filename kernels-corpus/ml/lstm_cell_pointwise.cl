// LSTM cell after the matrix products: gate activations, new cell and hidden state, gates stored side by side.
#define sigm(x) (1.0f / (1.0f + native_exp(-(x))))

__kernel void lstm_cell_pointwise(__global const float *gates_x, __global const float *gates_h,
                                  __global const float *bias, __global float *cell, __global float *hidden,
                                  const int batch, const int units)
{
    const int id = get_global_id(0);
    if (id >= batch * units)
        return;
    const int b = id / units, u = id % units;
    float pre[4];
    #pragma unroll
    for (int gate = 0; gate < 4; ++gate) {
        const int k = gate * units + u;
        pre[gate] = gates_x[b * 4 * units + k] + gates_h[b * 4 * units + k] + bias[k];
    }
    const float c = sigm(pre[1] + 1.0f) * cell[id] + sigm(pre[0]) * tanh(pre[2]);
    cell[id] = c;
    hidden[id] = sigm(pre[3]) * tanh(c);
}
