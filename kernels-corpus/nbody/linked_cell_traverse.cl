// Short-range repulsion with linked cells: head of cell and next pointers, bounded hops per cell.
__kernel void linked_cell_traverse(__global const float2 *xy, __global const int *head, __global const int *next,
                                   __global float2 *force, const int cells, const float invCell, const float reach, const int maxHops)
{
    const int i = get_global_id(0);
    const int n = get_global_size(0);
    const float2 me = xy[i];
    const int cx = clamp((int)(me.x * invCell), 0, cells - 1), cy = clamp((int)(me.y * invCell), 0, cells - 1);
    float2 f = (float2)(0.0f, 0.0f);
    int dy, dx;

    for (dy = -1; dy <= 1; dy++)
        for (dx = -1; dx <= 1; dx++) {
            const int c = clamp(cy + dy, 0, cells - 1) * cells + clamp(cx + dx, 0, cells - 1);
            int j = head[c];
            for (int hop = 0; hop < maxHops && j >= 0 && j < n; hop++) {
                const float2 d = me - xy[j];
                const float r = length(d);
                if (j != i && r < reach)
                    f += d * ((reach - r) / fmax(r, 1e-4f));
                j = next[j];
            }
        }
    force[i] = f;
}
