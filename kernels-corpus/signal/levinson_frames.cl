// Linear prediction of speech frames: autocorrelation, then the Levinson-Durbin recursion, all private.
#define P 10

__kernel void levinson_frames(__global const float *speech, __global float *lpc, __global float *residual,
                              int frame_len, int frames)
{
  int f = get_global_id(0);
  if (f >= frames) return;
  __global const float *x = speech + f * frame_len;

  float r[P + 1];
  for (int lag = 0; lag <= P; lag++) {
    r[lag] = lag == 0 ? 1e-6f : 0.0f;
    for (int t = lag; t < frame_len; t++)
      r[lag] += x[t] * x[t - lag];
  }

  float a[P + 1], tmp[P + 1];
  for (int i = 0; i <= P; i++) a[i] = 0.0f;
  a[0] = 1.0f;
  float err = r[0];
  for (int i = 1; i <= P; i++) {
    float k = r[i];
    for (int j = 1; j < i; j++) k += a[j] * r[i - j];
    k = -k / err;
    for (int j = 1; j < i; j++) tmp[j] = a[j] + k * a[i - j];
    for (int j = 1; j < i; j++) a[j] = tmp[j];
    a[i] = k;
    err *= 1.0f - k * k;
  }
  for (int i = 0; i < P; i++) lpc[f * P + i] = a[i + 1];
  residual[f] = err;
}
