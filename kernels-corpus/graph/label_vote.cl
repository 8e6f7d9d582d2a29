// Label propagation: every vertex adopts the most frequent label among its neighbours.
#define NLABELS 16
#define NLABEL_MASK (NLABELS - 1)

__kernel void label_vote(__global const uint *adj, __global const uchar *labelIn,
                         __global uchar *labelOut, uint nverts, uint degree)
{
    uint v = get_global_id(0);
    if (v < nverts) {
        uchar votes[NLABELS] = { 0 };
        __global const uint *nb = &adj[v * degree];

        for (uint d = 0; d < degree; d++) {
            uint u = nb[d] % nverts;
            votes[labelIn[u] & NLABEL_MASK]++;
        }

        uint winner = labelIn[v] & NLABEL_MASK;
        for (uint l = 0; l < NLABELS; l++)
            if (votes[l] > votes[winner])
                winner = l;
        labelOut[v] = winner;
    }
}
