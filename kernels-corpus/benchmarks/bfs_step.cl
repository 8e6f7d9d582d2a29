// Breadth-first search, one level: nodes of the frontier give their unvisited neighbours a cost and mark them.
typedef struct { int starting; int no_of_edges; } Node;

__kernel void bfs_step(__global const Node *g_graph_nodes, __global const int *g_graph_edges,
                       __global char *g_graph_mask, __global char *g_updating_graph_mask,
                       __global const char *g_graph_visited, __global int *g_cost, const int no_of_nodes)
{
    int tid = get_global_id(0);
    if (tid < no_of_nodes && g_graph_mask[tid]) {
        g_graph_mask[tid] = false;
        int first = g_graph_nodes[tid].starting;
        int last = first + g_graph_nodes[tid].no_of_edges;
        for (int i = first; i < last; i++) {
            int id = g_graph_edges[i];
            if (!g_graph_visited[id]) {
                g_cost[id] = g_cost[tid] + 1;
                g_updating_graph_mask[id] = true;
            }
        }
    }
}
