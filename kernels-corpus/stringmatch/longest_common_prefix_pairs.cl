// Longest common prefix of neighbouring suffixes in a suffix array, compared up to a limit.
kernel void longest_common_prefix_pairs(global const uchar *text, global const int *sa, global int *lcp,
                                        const int n, const int limit)
{
    const int i = get_global_id(0);
    if (i >= n - 1)
        return;
    const int a = sa[i], b = sa[i + 1];
    int h = 0;
    while (h < limit && a + h < n && b + h < n) {
        if (text[a + h] != text[b + h])
            break;
        h++;
    }
    lcp[i] = h;
}
