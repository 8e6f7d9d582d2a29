// FNV-1a 32-bit hash of fixed-length byte records.
__kernel void fnv1a_records(__global const uchar *data, __global uint *hash, uint recLen)
{
    uint gid = get_global_id(0);
    __global const uchar *p = data + gid * recLen;
    uint h = 2166136261u;
    uint left = recLen;
    while (left-- > 0) {
        h ^= *p++;
        h *= 16777619u;
    }
    hash[gid] = h;
}
