// Glob match with '*' and '?' of one pattern against fixed-width names, greedy with one back-track point.
kernel void wildcard_match(global const char *names, constant char *glob, global int *ok,
                           const int width, const int globLen)
{
    const int row = get_global_id(0);
    const global char *s = names + row * width;
    int si = 0, gi = 0, starGi = -1, starSi = 0;
    int steps = width * 8 + globLen;

    while (steps-- > 0)
    {
        if (si >= width)
            break;
        const char g = gi < globLen ? glob[clamp(gi, 0, globLen - 1)] : '\0';
        if (g == '*')
        {
            starGi = gi++;
            starSi = si;
        }
        else if (g == '?' || (g != '\0' && g == s[clamp(si, 0, width - 1)]))
        {
            ++gi;
            ++si;
        }
        else if (starGi >= 0)
        {
            gi = starGi + 1;
            si = ++starSi;
        }
        else
            break;
    }
    int tail = 1;
    for (int t = 0; t < globLen; ++t)
        if (t >= gi && glob[t] != '*')
            tail = 0;
    ok[row] = si >= width && tail;
}
