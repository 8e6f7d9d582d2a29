// Column-wise Kronecker product followed by a contraction with a third factor (MTTKRP of one mode).
__kernel void khatriRaoMode(__global const float *X,      /* I x (J*K) unfolding */
                            __global const float *Bf,     /* J x R */
                            __global const float *Cf,     /* K x R */
                            __global float *M,            /* I x R */
                            int I, int J, int K, int R)
{
  const int g = get_global_id(0);
  const int i = g / R, r = g % R;
  if (i >= I) return;
  float out = 0.0f;
  for (int j = 0; j < J; j++) {
    const float bj = Bf[j * R + r];
    float inner = 0.0f;
    for (int k = 0; k < K; k++)
      inner += X[(i * J + j) * K + k] * Cf[k * R + r];
    out += bj * inner;
  }
  M[i * R + r] = out;
}
