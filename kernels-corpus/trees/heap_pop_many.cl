// Pops the k smallest entries of one implicit binary heap for each work-item (private copy in registers).
enum { HEAP = 63 };

__kernel void HeapPopMany(__global const float *heaps, __global float *popped, const int k)
{
    float h[HEAP];
    const int g = get_global_id(0);
    uint size = HEAP;

    for (int i = 0; i < HEAP; ++i)
        h[i] = heaps[g * HEAP + i];

    for (int r = 0; r < k; ++r)
    {
        popped[g * k + r] = size > 0 ? h[0] : INFINITY;
        if (size <= 1) { size = 0; continue; }
        --size;
        const float x = h[min(size, HEAP - 1u)];
        uint hole = 0;
        for (int level = 0; level < 6; ++level)
        {
            uint c = 2 * hole + 1;
            if (c >= size)
                break;
            c += (c + 1 < size && h[min(c + 1, HEAP - 1u)] < h[min(c, HEAP - 1u)]) ? 1 : 0;
            c = min(c, HEAP - 1u);
            if (h[c] >= x)
                break;
            h[min(hole, HEAP - 1u)] = h[c];
            hole = c;
        }
        h[min(hole, HEAP - 1u)] = x;
    }
}
