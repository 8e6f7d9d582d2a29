// Expands a breadth-first frontier queue over a CSR graph and appends unseen neighbours to the next queue.
__kernel void bfs_queue_expand(__global const uint *restrict rowStart,
                               __global const uint *restrict column,
                               __global const uint *restrict queueIn,
                               __global uint *restrict queueOut,
                               __global volatile uint *queueTail,
                               __global volatile uint *visited,
                               uint queueLen, uint capacity)
{
    for (uint q = get_global_id(0); q < queueLen; q += get_global_size(0)) {
        uint u = queueIn[q];
        uint stop = rowStart[u + 1];

        for (uint e = rowStart[u]; e < stop; ++e) {
            uint v = column[e];
            if (atomic_cmpxchg(&visited[v], 0u, 1u) != 0u)
                continue;
            uint slot = atomic_inc(queueTail);
            if (slot < capacity)
                queueOut[slot] = v;
        }
    }
}
