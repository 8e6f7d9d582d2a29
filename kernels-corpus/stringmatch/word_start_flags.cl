// Token boundaries: flag word starts, sixteen bytes of text at a time, and count them.
__kernel void word_start_flags(__global const uchar *text, __global uchar *flags, __global int *starts,
                               const int blocks)
{
    for (int b = get_global_id(0); b < blocks; b += get_global_size(0)) {
        const uchar16 lower = vload16(b, text) | (uchar16)0x20;
        const char16 alpha = (lower >= (uchar16)'a') & (lower <= (uchar16)'z');
        const char16 digit = (lower >= (uchar16)'0') & (lower <= (uchar16)'9');
        const char16 word = alpha | digit;
        char16 before;
        before.s0 = 0;
        before.s123 = word.s012;
        before.s4567 = word.s3456;
        before.s89ab = word.s789a;
        before.scdef = word.sbcde;
        const char16 start = word & ~before;
        vstore16(as_uchar16(start & (char16)1), b, flags);
        const char8 h = start.lo + start.hi;
        const char4 q = h.lo + h.hi;
        starts[b] = -(q.x + q.y + q.z + q.w);
    }
}
