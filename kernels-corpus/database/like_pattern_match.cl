// SQL LIKE on fixed-width strings: greedy matching with % and _ and a remembered restart point.
__kernel void like_pattern_match(__global const char *text, __constant char *pattern,
                                 __global uchar *matched, const int width, const int plen)
{
    __global const char *s = text + get_global_id(0) * width;
    int i = 0, j = 0, star = -1, mark = 0;
    const int cap = width * plen + width + plen;

    for (int step = 0; step < cap; ++step)
    {
        if (i >= width)
            break;
        const char pc = j < plen ? pattern[clamp(j, 0, plen - 1)] : '\0';
        if (j < plen && pc == '%') {
            star = j++;
            mark = i;
        } else if (j < plen && (pc == '_' || pc == s[clamp(i, 0, width - 1)])) {
            ++i;
            ++j;
        } else if (star >= 0) {
            j = star + 1;
            i = ++mark;
        } else {
            break;
        }
    }
    matched[get_global_id(0)] = (i >= width && j >= plen) ? 1 : 0;
}
