// HyperLogLog: registers updated by atomic max with the rank of the first set bit of each hashed item.
#define INDEX_BITS 10

kernel void hyperloglog_registers(global const ulong *items, volatile global int *registers, const int perItem)
{
    const size_t base = get_global_id(0);
    for (int r = 0; r < perItem; ++r) {
        ulong h = items[base + r * get_global_size(0)];
        h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9UL;
        h = (h ^ (h >> 27)) * 0x94d049bb133111ebUL;
        h ^= h >> 31;
        const uint reg = (uint)(h >> (64 - INDEX_BITS)) & ((1u << INDEX_BITS) - 1u);
        const int rank = (int)clz(h << INDEX_BITS | 1UL) + 1;
        atomic_max(registers + reg, rank);
    }
}
