// Hash join build side: inserts row numbers into an open-addressing table with a probe limit.
#define FREE 0xffffffffu
#define MAX_PROBES 16

static uint slot_hash(uint k) { k ^= k >> 16; k *= 0x7feb352du; k ^= k >> 15; return k * 0x846ca68bu; }

__kernel void hash_join_build(__global const uint *keys, __global volatile uint *slots,
                              __global uint *lost, const uint rows, const uint table_size)
{
    const uint row = get_global_id(0);
    if (row < rows) {
        uint at = slot_hash(keys[row]) % table_size;
        bool stored = false;
        for (int p = 0; p < MAX_PROBES; ++p) {
            if (atomic_cmpxchg(slots + at, FREE, row) == FREE) {
                stored = true;
                break;
            }
            at = (at + 1) % table_size;
        }
        if (!stored)
            atomic_inc(lost);
    }
}
