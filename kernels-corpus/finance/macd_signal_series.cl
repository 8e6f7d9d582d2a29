// MACD and its signal line for many tickers, time-major so that neighbours read neighbours.
#define ALPHA(n) (2.0f / ((float)(n) + 1.0f))
__kernel void macd_signal_series(__global const float *close, __global float *macd, __global char *cross_, int tickers, int bars,
                                 int fast, int slow, int signal)
{
  int k = get_global_id(0);
  if (k >= tickers) return;
  float af = ALPHA(fast), as = ALPHA(slow), ag = ALPHA(signal);
  float ef = close[k], es = ef, sg = 0.0f, prev = 0.0f;
  for (int t = 0; t < bars; t++) {
    float px = close[t * tickers + k];
    ef += af * (px - ef);
    es += as * (px - es);
    float m = ef - es;
    sg += ag * (m - sg);
    float h = m - sg;
    macd[t * tickers + k] = h;
    cross_[t * tickers + k] = (h > 0.0f && prev <= 0.0f) ? 1 : (h < 0.0f && prev >= 0.0f) ? -1 : 0;
    prev = h;
  }
}
