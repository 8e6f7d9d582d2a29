// One Bellman-Ford round: relaxes every edge of a list with an atomic minimum on integer distances.
typedef struct {
    uint from;
    uint to;
    uint cost;
} Edge;

#define INF 0x3fffffffu

kernel void bellman_ford_edges(global const Edge *edges, global uint *dist,
                               global uint *improved, const uint edge_count, const uint vertex_count)
{
    const uint e = get_global_id(0);
    if (e >= edge_count)
        return;

    const Edge ed = edges[e];
    const uint from = ed.from % vertex_count;
    const uint to = ed.to % vertex_count;
    const uint base = dist[from];

    if (base < INF) {
        const uint offer = base + (ed.cost & 0xffffu);
        const uint before = atomic_min(&dist[to], offer);
        if (offer < before)
            atomic_or(&improved[to >> 5], 1u << (to & 31u));
    }
}
