// Mish activation and its derivative times the incoming gradient, evaluated together.
kernel void mishForwardBackward(global const float *x, global const float *dy,
                                global float *y, global float *dx, const uint n)
{
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
  {
    const float v = x[i];
    const float sp = v > 20.0f ? v : log1p(exp(v));
    const float th = tanh(sp);
    const float sg = 1.0f / (1.0f + exp(-v));
    y[i] = v * th;
    dx[i] = dy[i] * (th + v * sg * (1.0f - th * th));
  }
}
