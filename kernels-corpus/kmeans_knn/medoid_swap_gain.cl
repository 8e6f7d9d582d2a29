// Cost change of promoting each point to a medoid, with the nearest and second-nearest medoid distances known.
kernel void medoid_swap_gain(global const float *D, global const float *nearest, global const float *second,
                             global const uchar *servedByVictim, global float *gain, const uint n)
{
    for (uint cand = get_global_id(0); cand < n; cand += get_global_size(0))
    {
        float delta = 0.f;
        for (uint j = 0; j < n; ++j)
        {
            const float dj = D[(size_t)j * n + cand];
            if (servedByVictim[j])
                delta += fmin(dj, second[j]) - nearest[j];
            else if (dj < nearest[j])
                delta += dj - nearest[j];
        }
        gain[cand] = delta;
    }
}
