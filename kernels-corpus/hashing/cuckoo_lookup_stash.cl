// Cuckoo table lookup: three buckets of two slots, then a linear search in a small stash.
typedef struct { uint key; uint value; } Slot;
#define STASH 12
#define MISSING 0xffffffffu

static uint bucket(uint key, uint mult, uint buckets) { return ((key * mult) >> 7) % buckets; }

__kernel void cuckoo_lookup_stash(__global const uint *queries, __global const Slot *table,
                                  __constant Slot *stash, __global uint *values, uint buckets)
{
    uint q = queries[get_global_id(0)];
    uint mult[3];
    mult[0] = 0x9E3779B1u; mult[1] = 0x85EBCA77u; mult[2] = 0xC2B2AE3Du;
    uint found = MISSING;

    for (int t = 0; t < 3 && found == MISSING; t++) {
        uint b = bucket(q, mult[t], buckets);
        if (table[2 * b].key == q)
            found = table[2 * b].value;
        else if (table[2 * b + 1].key == q)
            found = table[2 * b + 1].value;
    }
    for (int s = 0; s < STASH && found == MISSING; s++)
        found = stash[s].key == q ? stash[s].value : found;
    values[get_global_id(0)] = found;
}
