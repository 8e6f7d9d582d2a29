// Log-softmax of class scores with the one-pass running maximum and rescaled sum, a row per work-item.
kernel void log_softmax_online(global const float *scores, global float *logp, uint rows, uint classes)
{
  const uint r = get_global_id(0);
  if (r < rows) {
    global const float *s = scores + (size_t)r * classes;
    global float *o = logp + (size_t)r * classes;
    float m = s[0], z = 1.0f;

    for (uint c = 1; c < classes; ++c) {
      const float v = s[c];
      if (v > m) {
        z = z * exp(m - v) + 1.0f;
        m = v;
      } else {
        z += exp(v - m);
      }
    }
    const float lse = m + log(z);
    for (uint c = 0; c < classes; ++c)
      o[c] = s[c] - lse;
  }
}
