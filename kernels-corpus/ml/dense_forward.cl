// Dense layer forward pass, one output neuron of one sample per work-item, with a chosen activation.
enum Activation { ACT_LINEAR, ACT_RELU, ACT_SIGMOID, ACT_TANH };

float activate(float v, int kind)
{
  switch (kind)
  {
    case ACT_RELU:    return max(v, 0.0f);
    case ACT_SIGMOID: return 1.0f / (1.0f + exp(-v));
    case ACT_TANH:    return tanh(v);
    default:          return v;
  }
}

__kernel void dense_forward(__global const float *input,    /* batch x nIn */
                            __global const float *weights,  /* nOut x nIn */
                            __global const float *bias,     /* nOut */
                            __global float *output,         /* batch x nOut */
                            const int batch,
                            const int nIn,
                            const int nOut,
                            const int activation)
{
  const int gid = get_global_id(0);
  if (gid >= batch * nOut)
    return;

  const int sample = gid / nOut;
  const int neuron = gid % nOut;
  __global const float *x = input + sample * nIn;
  __global const float *w = weights + neuron * nIn;

  float sum0 = bias[neuron], sum1 = 0.0f;
  int k = 0;
  for (; k + 1 < nIn; k += 2)
  {
    sum0 += x[k] * w[k];
    sum1 += x[k + 1] * w[k + 1];
  }
  if (k < nIn)
    sum0 += x[k] * w[k];

  output[gid] = activate(sum0 + sum1, activation);
}
