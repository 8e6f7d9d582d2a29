// One compare-exchange step of a bitonic network over key/value pairs in global memory.
typedef uint2 pair_t;   /* x: key, y: value */

__kernel void bitonic_global_step(__global pair_t *items, const uint n,
                                  const uint run, const uint distance)
{
    const uint i = get_global_id(0);
    const uint partner = i ^ distance;

    if (partner > i && partner < n) {
        const pair_t lo = items[i];
        const pair_t hi = items[partner];
        const bool ascending = (i & run) == 0u;

        if ((lo.x > hi.x) == ascending) {
            items[i] = hi;
            items[partner] = lo;
        }
    }
}
