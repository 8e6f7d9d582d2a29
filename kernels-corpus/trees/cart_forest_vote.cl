// Random forest vote: each tree of full binary layout is walked by feature thresholds; classes are counted.
struct split { float threshold; ushort feature; uchar leafClass; uchar isLeaf; };

#define CLASSES 8

kernel void CartForestVote(global const struct split *forest, global const float *rows, global uchar *cls,
                           const uint samples, const uint features, const uint trees, const uint nodesPerTree)
{
    const uint s = get_global_id(0);
    if (s < samples)
    {
        uint votes[CLASSES] = { 0, 0, 0, 0, 0, 0, 0, 0 };
        for (uint t = 0; t < trees; ++t)
        {
            uint n = 0;
            uchar c = 0;
            for (uint guard = 0; guard < 20 && n < nodesPerTree; ++guard)
            {
                const struct split sp = forest[t * nodesPerTree + n];
                c = sp.leafClass;
                if (sp.isLeaf & 1)
                    break;
                /* feature-major table */
                const bool right = rows[(sp.feature % features) * samples + s] >= sp.threshold;
                n = 2 * n + 1 + (right ? 1 : 0);
            }
            votes[c & (CLASSES - 1)]++;
        }
        uint win = 0;
        for (uint c = 1; c < CLASSES; ++c)
            win = votes[c] > votes[win] ? c : win;
        cls[s] = (uchar)win;
    }
}
