// Converts big-endian records of three fields (64, 32 and 16 bit) to host order, structure to structure.
typedef struct { ulong when; uint code; ushort size; ushort flags; } Record;

static uint swap32(uint v)
{
    return as_uint(as_uchar4(v).wzyx);
}

static ulong swap64(ulong v)
{
    return as_ulong(as_uchar8(v).s76543210);
}

__kernel void byteswapRecords(__global Record *pRecords, const uint nRecords)
{
    const uint i = get_global_id(0);
    if (i >= nRecords)
        return;
    __global Record *p = pRecords + i;
    p->when = swap64(p->when);
    p->code = swap32(p->code);
    p->size = (ushort)(p->size << 8 | p->size >> 8);
    p->flags ^= 1;
}
