// One pull-style PageRank iteration on a graph of constant in-degree.
__kernel void pagerank_pull(__global const int *inNeighbours,
                            __global const float *rankOld,
                            __global const float *invOutDeg,
                            __global float *rankNew,
                            __global float *residual,
                            const int inDegree,
                            const float damping)
{
    const int v = get_global_id(0);
    const int N = get_global_size(0);
    __global const int *src = inNeighbours + v * inDegree;

    float sum = 0.0f;
    for (int k = 0; k < inDegree; ++k) {
        const int u = src[k];
        sum = fma(rankOld[u], invOutDeg[u], sum);
    }

    const float r = (1.0f - damping) / N + damping * sum;
    residual[v] = fabs(r - rankOld[v]);
    rankNew[v] = r;
}
