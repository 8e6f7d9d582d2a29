// Walks singly linked lists kept in a node pool and sums the payloads, with a hop limit.
typedef struct { int next; int payload; float weight; int pad; } Node;

__kernel void LinkedListSum(__global const Node *pPool, __global const int *pHeads, __global float *pSums,
                            int nPool, int nHeads, int nMaxHops)
{
    int i = get_global_id(0);
    if (i < nHeads)
    {
        float fSum = 0.0f;
        int at = pHeads[i];
        for (int hop = 0; hop < nMaxHops; ++hop)
        {
            if (at < 0 || at >= nPool)
                break;
            const Node node = pPool[at];
            fSum += node.weight * (float)node.payload;
            at = node.next;
        }
        pSums[i] = fSum;
    }
}
