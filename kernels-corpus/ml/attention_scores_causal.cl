// Scaled dot-product scores of all query-key pairs of all heads with a causal mask.
#define NEG_BIG (-1.0e30f)

__kernel void attention_scores_causal(__global const float *Q, __global const float *K, __global float *S,
                                      const int heads, const int T, const int dh)
{
    const int n = get_global_id(0);
    if (n >= heads * T * T)
        return;

    const int kpos = n % T;
    const int qpos = (n / T) % T;
    const int head = n / (T * T);

    if (kpos > qpos)
    {
        S[n] = NEG_BIG;
        return;
    }

    const __global float *q = Q + (head * T + qpos) * dh;
    const __global float *k = K + (head * T + kpos) * dh;
    float dotp = 0.0f;
    for (int d = 0; d < dh; d++)
        dotp += q[d] * k[d];
    S[n] = dotp * rsqrt((float)dh);
}
