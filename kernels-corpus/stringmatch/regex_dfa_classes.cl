// Table-driven regular-expression matcher: byte classes first, then a compact DFA held in local memory.
#define STATES 16
#define CLASSES 8

typedef unsigned char u8;

__kernel void regex_dfa_classes(__global const u8 *classOf, __global const u8 *dfa, __global const u8 *input,
                                __global u8 *accepted, const uint acceptMask, const int strLen)
{
    __local u8 next[STATES * CLASSES];
    for (uint i = get_local_id(0); i < STATES * CLASSES; i += get_local_size(0))
        next[i] = dfa[i] & (STATES - 1);
    barrier(CLK_LOCAL_MEM_FENCE);

    const size_t id = get_global_id(0);
    const __global u8 *s = &input[id * strLen];
    const __global u8 *stop = s + strLen;
    uint st = 0;
    while (s < stop) {
        const uint cls = classOf[*s++] & (CLASSES - 1);
        st = next[(st & (STATES - 1)) * CLASSES + cls];
    }
    accepted[id] = (acceptMask >> (st & 31)) & 1;
}
