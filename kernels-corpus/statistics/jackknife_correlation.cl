// Leave-one-out values of Pearson's correlation from five precomputed sums.
typedef struct { float sx, sy, sxx, syy, sxy; } PairSums;

kernel void jackknife_correlation(global const float* x, global const float* y, constant PairSums* total,
                                  global float* pseudo, int n) {
  int i = get_global_id(0);
  if (i < n) {
    float m = (float)n - 1.0f;
    float a = x[i], b = y[i];
    float sx = total->sx - a, sy = total->sy - b;
    float vx = total->sxx - a * a - sx * sx / m;
    float vy = total->syy - b * b - sy * sy / m;
    float vxy = total->sxy - a * b - sx * sy / m;
    float r = vxy * rsqrt(fmax(vx * vy, 1e-20f));
    pseudo[i] = 0.5f * log((1.0f + r) / (1.0f - r + 1e-6f));
  }
}
