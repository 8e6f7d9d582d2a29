// Backward pass of a four-state hidden Markov model over a whole observation string, float4 per matrix row.
__kernel void hmm_backward_vec4(__global const uchar *obs, __constant float4 *A, __constant float4 *B,
                                __global float4 *beta, const int T, const int nseq)
{
  const int s = get_global_id(0);
  if (s >= nseq) return;
  float4 b = (float4)(1.0f);

  for (int t = T - 1; t >= 0; --t) {
    beta[t * nseq + s] = b;
    const float4 eb = B[obs[t * nseq + s] & 7] * b;
    b.x = dot(A[0], eb);
    b.y = dot(A[1], eb);
    b.z = dot(A[2], eb);
    b.w = dot(A[3], eb);
    const float z = b.x + b.y + b.z + b.w;
    b *= z > 0.0f ? 1.0f / z : 1.0f;
  }
}
