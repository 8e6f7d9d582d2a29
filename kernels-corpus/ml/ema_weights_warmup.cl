// Exponential moving average of weights with a warm-up decay and a Kahan residue array.
__kernel void ema_weights_warmup(__global float *ema, __global float *residue, __global const float *w,
                                 const uint step, const uint n)
{
  const uint i = get_global_id(0);
  const float decay = fmin(0.9999f, (1.0f + (float)step) / (10.0f + (float)step));
  if (i >= n)
    return;
  const float old = ema[i];
  const float inc = (1.0f - decay) * (w[i] - old) - residue[i];
  const float neu = old + inc;
  residue[i] = (neu - old) - inc;
  ema[i] = neu;
}
