// Count the occurrences of a pattern in a text by comparing at every position.
__kernel void naive_match_count(__global const char *text,
                                __constant char *pattern,
                                __global int *count,
                                __global uchar *hit,
                                const int textLen,
                                const int patLen)
{
    int pos = get_global_id(0);
    if (pos + patLen > textLen)
        return;

    int k = 0;
    while (k < patLen && text[pos + k] == pattern[k])
        k++;

    int found = (k == patLen);
    hit[pos] = found;
    if (found)
        atomic_inc(count);
}
