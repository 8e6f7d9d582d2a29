// Graph attention: soft-max weighted sum of neighbour feature vectors, scores kept with a running maximum.
#define LEAKY(x) ((x) > 0.0f ? (x) : 0.2f * (x))

__kernel void attention_aggregate(__global const int   *row_ptr,
                                  __global const int   *col_idx,
                                  __global const float *src_score,
                                  __global const float *dst_score,
                                  __global const float4 *feat,
                                  __global float4      *agg,
                                  int                   num_nodes)
{
    int v = get_global_id(0);
    if (v >= num_nodes) return;

    float m = -INFINITY, denom = 0.0f;
    float4 acc = (float4)(0.0f);
    float sv = dst_score[v];

    for (int e = row_ptr[v]; e < row_ptr[v + 1]; ++e)
    {
        int u = col_idx[e];
        float s = LEAKY(src_score[u] + sv);
        float mNew = fmax(m, s);
        float scale = exp(m - mNew);
        float w = exp(s - mNew);
        denom = denom * scale + w;
        acc = acc * scale + w * feat[u];
        m = mNew;
    }
    agg[v] = denom > 0.0f ? acc / denom : feat[v];
}
