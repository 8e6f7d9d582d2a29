// Community detection: the neighbour community with the largest modularity gain, by quadratic comparison.
__kernel void modularityGain(__global const uint *neighbour, __global const float *weight,
                             __global const uint *community, __global const float *totWeight,
                             __global const float *selfWeight,
                             __global uint *bestCommunity, __global float *bestGain,
                             const uint degree, const uint nVertices, const float invTwoM)
{
    const uint v = get_global_id(0);
    if (v >= nVertices)
        return;
    const uint first = v * degree;
    const float kv = selfWeight[v];
    uint pick = community[v];
    float gain = 0.0f;

    for (uint a = 0; a < degree; ++a)
    {
        const uint c = community[neighbour[first + a] % nVertices] % nVertices;
        float into = 0.0f;
        for (uint b = 0; b < degree; ++b)
        {
            const uint cb = community[neighbour[first + b] % nVertices] % nVertices;
            into += select(0.0f, weight[first + b], (int)(cb == c));
        }
        const float g = into - totWeight[c] * kv * invTwoM;
        if (g > gain)
        {
            gain = g;
            pick = c;
        }
    }
    bestCommunity[v] = pick;
    bestGain[v] = gain;
}
