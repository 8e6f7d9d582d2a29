// Looks up keys in a binary search tree of linked nodes with a bounded number of hops.
typedef struct { int key; int left; int right; float payload; } BstNode;

#define NIL (-1)
#define DEPTH_LIMIT 48

__kernel void bst_pointer_search(__global const BstNode *nodes, __global const int *queries,
                                 __global float *answers, const int node_count, const int root, const int query_count)
{
    const int q = get_global_id(0);
    if (q >= query_count)
        return;

    const int want = queries[q];
    int at = root % node_count;
    float found = -1.0f;

    for (int hop = 0; hop < DEPTH_LIMIT; ++hop) {
        if (at < 0 || at >= node_count)
            break;
        const BstNode nd = nodes[at];
        if (nd.key == want) {
            found = nd.payload;
            break;
        }
        at = want < nd.key ? nd.left : nd.right;
    }
    answers[q] = found;
}
