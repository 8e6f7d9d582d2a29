// Top-k of each partition: a sorted private list with insertion, k up to sixteen.
#define KMAX 16

kernel void topkPartitionInsert(global const float *score, global float *topScore, global uint *topRow,
                                const uint partRows, const uint k)
{
    const uint p = get_global_id(0);
    const uint kk = min(k, (uint)KMAX);
    float s[KMAX + 1];
    uint id[KMAX + 1];

    for (uint i = 0; i <= KMAX; ++i) { s[i] = -INFINITY; id[i] = 0; }
    for (uint r = 0; r < partRows; ++r)
    {
        const float x = score[p * partRows + r];
        if (!(x > s[KMAX - 1]))
            continue;
        s[KMAX] = x;
        id[KMAX] = r;
#pragma unroll
        for (int i = KMAX; i > 0; --i)
        {
            const bool up = s[i] > s[i - 1];
            const float ts = s[i];
            const uint ti = id[i];
            s[i] = up ? s[i - 1] : ts;
            id[i] = up ? id[i - 1] : ti;
            s[i - 1] = up ? ts : s[i - 1];
            id[i - 1] = up ? ti : id[i - 1];
        }
    }
    for (uint i = 0; i < kk; ++i) {
        topScore[p * kk + i] = s[i];
        topRow[p * kk + i] = id[i];
    }
}
