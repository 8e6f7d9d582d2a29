// Merton jump-diffusion call as a Poisson-weighted series of Black-Scholes prices, stopped when terms vanish.
float bsCall(float s, float k, float r, float v, float t)
{
  float q = v * sqrt(t);
  float d = (log(s / k) + r * t) / q + 0.5f * q;
  return s * 0.5f * erfc(-d * 0.70710678f) - k * exp(-r * t) * 0.5f * erfc((q - d) * 0.70710678f);
}

__kernel void merton_jump_series(__global const float2 *spotStrike, __global float *price, __global uchar *terms,
                                 float r, float vol, float lambda, float jumpMean, float jumpVol, float t, int maxTerms)
{
  int i = get_global_id(0);
  float2 sk = spotStrike[i];
  float k = exp(jumpMean + 0.5f * jumpVol * jumpVol) - 1.0f;
  float lt = lambda * (1.0f + k) * t;
  float w = exp(-lt), sum = 0.0f;
  int n;
  for (n = 0; n < maxTerms; n++) {
    if (n > 0)
      w *= lt / n;
    float vn = sqrt(vol * vol + n * jumpVol * jumpVol / t);
    float rn = r - lambda * k + n * log1p(k) / t;
    sum += w * bsCall(sk.x, sk.y, rn, vn, t);
    if (n > lt && w < 1e-7f)
      break;
  }
  price[i] = sum;
  terms[i] = convert_uchar_sat(n);
}
