// Gradient of the RMS-norm gain: each work-item owns a feature and walks the tokens with a saved inverse RMS.
__kernel void rms_norm_grad_scale(__global const half *x, __global const float *inv_rms,
                                  __global const float *dy, __global float *dgain, int tokens, int dim)
{
  for (int d = get_global_id(0); d < dim; d += get_global_size(0)) {
    float acc = 0;
#pragma unroll 2
    for (int t = 0; t < tokens; ++t)
      acc += dy[t * dim + d] * vload_half(t * dim + d, x) * inv_rms[t];
    dgain[d] += acc;
  }
}
