// Builds a symmetric adjacency bit matrix out of an edge list and counts the edges seen twice.
kernel void AdjacencyBitsFromEdges(global const ushort2 *pairs, global uint *matrix,
                                   global uint *duplicates, ushort nVerts, uint nPairs)
{
    size_t i = get_global_id(0);
    if (i < nPairs)
    {
        uint a = pairs[i].x % nVerts;
        uint b = pairs[i].y % nVerts;
        uint rowWords = (nVerts + 31u) / 32u;
        uint old = atomic_or(&matrix[a * rowWords + b / 32u], 1u << (b % 32u));
        atomic_or(&matrix[b * rowWords + a / 32u], 1u << (a % 32u));
        if ((old >> (b % 32u)) & 1u)
            atomic_inc(&duplicates[0]);
    }
}
