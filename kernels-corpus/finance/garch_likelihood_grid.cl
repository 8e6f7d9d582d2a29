// Gaussian log-likelihood of GARCH(1,1) parameter candidates over one shared return series, tiled.
#define CHUNK 256
__kernel void garch_likelihood_grid(__global const float *ret, __global const float4 *theta, __global float *loglik,
                                    const int n)
{
  __local float r2[CHUNK];
  const float4 p = theta[get_global_id(0)];   // omega, alpha, beta, h0
  float h = p.w, ll = 0.0f;
  for (int base = 0; base < n; base += CHUNK) {
    const int fill = min(CHUNK, n - base);
    for (int k = get_local_id(0); k < fill; k += get_local_size(0)) {
      const float r = ret[base + k];
      r2[k] = r * r;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < fill; k++) {
      h = fmax(h, 1e-8f);
      ll -= 0.5f * (native_log(h) + r2[k] / h);
      h = p.x + p.y * r2[k] + p.z * h;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  loglik[get_global_id(0)] = ll;
}
