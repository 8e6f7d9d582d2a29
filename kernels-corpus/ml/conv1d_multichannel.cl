// One-dimensional convolution over several channels with dilation and zero padding, (channels, length) layout.
__kernel void conv1d_multichannel(__global const float* x, __global const float* kern, __global float* y,
                                  const int length, const int cin, const int cout,
                                  const int taps, const int dilation)
{
  const int id = get_global_id(0);
  const int oc = id / length;
  const int t = id % length;
  if (oc >= cout) return;

  const int half_span = (taps / 2) * dilation;
  float acc = 0.f;
  for (int ic = 0; ic < cin; ic++)
  {
    __global const float* w = kern + (oc * cin + ic) * taps;
    for (int k = 0; k < taps; k++)
    {
      const int src = t + k * dilation - half_span;
      if (src >= 0 && src < length)
        acc += w[k] * x[ic * length + src];
    }
  }
  y[oc * length + t] = acc;
}
