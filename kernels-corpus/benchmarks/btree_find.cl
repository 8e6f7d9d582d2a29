// Keys looked up in a B+ tree, a work-group a query: all lanes compare the keys of a node, the level goes down one.
#define ORDER 64

typedef struct {
    int keys[ORDER + 1];
    int indices[ORDER + 1];
} knode;

__kernel __attribute__((reqd_work_group_size(ORDER, 1, 1)))
void btree_find(__global const knode *knodes, __global const int *queries, __global const int *records,
                __global int *answers, int height, int knodes_elem)
{
    __local int next;
    const int lane = get_local_id(0);
    const int query = queries[get_group_id(0)];
    int at = get_group_id(0) % knodes_elem;

    if (lane == 0) answers[get_group_id(0)] = -1;
    for (int i = 0; i < min(height, 12); i++) {
        if (lane == 0) next = at;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (knodes[at].keys[lane] <= query && query < knodes[at].keys[lane + 1])
            next = knodes[at].indices[lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        at = clamp(next + i, 0, knodes_elem - 1);
    }
    if (knodes[at].keys[lane] == query) answers[get_group_id(0)] = records[at * ORDER + lane];
}
