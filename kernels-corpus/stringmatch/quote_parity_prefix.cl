// Mark bytes inside quotes: quote bits of 64-byte blocks turned into a running parity by prefix XOR.
__kernel void quote_parity_prefix(__global const uchar *json, __global ulong *inside, __global uint *structural, uint nblocks)
{
    for (uint blk = get_global_id(0); blk < nblocks; blk += get_global_size(0)) {
        ulong quotes = 0, slashes = 0, marks = 0;
        __global const uchar *p = json + (blk << 6);
        for (int i = 0; i < 64; ++i) {
            const uchar c = p[i];
            quotes  |= (ulong)(c == '"') << i;
            slashes |= (ulong)(c == '\\') << i;
            marks   |= (ulong)(c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',') << i;
        }
        ulong q = quotes & ~(slashes << 1);
        q ^= q << 1;
        q ^= q << 2;
        q ^= q << 4;
        q ^= q << 8;
        q ^= q << 16;
        q ^= q << 32;
        inside[blk] = q;
        structural[blk] = (uint)popcount(marks & ~q);
    }
}
