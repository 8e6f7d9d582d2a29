// Decimating FIR on complex baseband: only the kept output samples are computed.
__kernel void polyphase_decimate(__global const float2 *iq, __constant float *proto,
                                 __global float2 *out, const uint taps, const uint factor, const uint outputs)
{
  const uint m = get_global_id(0);
  if (m < outputs) {
    __global const float2 *w = iq + m * factor;
    float2 even = (float2)(0.0f), odd = (float2)(0.0f);
    uint k = 0;
    for (; k + 1 < taps; k += 2) {
      even += proto[k] * w[k];
      odd += proto[k + 1] * w[k + 1];
    }
    if (k < taps)
      even += proto[k] * w[k];
    out[m] = even + odd;
  }
}
