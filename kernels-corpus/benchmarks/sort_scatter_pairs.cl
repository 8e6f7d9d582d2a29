// Last pass of a key-value sort: a pair goes to the place that the passes before found for it.
typedef struct { uint key; uint value; } pair_t;

__kernel void sort_scatter_pairs(__global const pair_t *from, __global const uint *place, __global uint *keysOut,
                                 __global uint *valuesOut, uint count)
{
    const uint stride = get_global_size(0);
    for (uint p = get_global_id(0); p < count; p += stride) {
        const pair_t item = from[p];
        const uint to = place[p];
        keysOut[to] = item.key;
        valuesOut[to] = item.value;
    }
}
