// Count letters, digits, blanks and other bytes in each chunk of a text.
static int classify(uchar c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
        return 2;
    default:
        break;
    }
    if (c >= '0' && c <= '9')
        return 1;
    uchar lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') ? 0 : 3;
}

__kernel void char_class_count(__global const uchar *text, __global int4 *counts, uint chunkLen, uint textLen)
{
    uint g = get_global_id(0);
    uint begin = g * chunkLen;
    int4 n = (int4)(0);

    for (uint i = 0; i < chunkLen; i++) {
        if (begin + i >= textLen)
            break;
        switch (classify(text[begin + i])) {
        case 0:  n.s0++; break;
        case 1:  n.s1++; break;
        case 2:  n.s2++; break;
        default: n.s3++; break;
        }
    }
    counts[g] = n;
}
