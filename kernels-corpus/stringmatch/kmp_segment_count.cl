// Knuth-Morris-Pratt over one text segment per work-item with overlap, failure table built in private memory.
#define MAX_PAT 32

__kernel void kmp_segment_count(__global const uchar *text, __constant uchar *pattern, __global uint *hits,
                                const int textLen, const int segLen, const int patLen)
{
    const int m = min(patLen, MAX_PAT);
    uchar fail[MAX_PAT];
    fail[0] = 0;
    int k = 0;
    for (int i = 1; i < m; ++i) {
        for (int hop = 0; hop < MAX_PAT && k > 0 && pattern[i] != pattern[k & (MAX_PAT - 1)]; ++hop)
            k = fail[(k - 1) & (MAX_PAT - 1)];
        if (pattern[i] == pattern[k & (MAX_PAT - 1)])
            ++k;
        fail[i] = (uchar)k;
    }

    const int seg = get_global_id(0);
    const int from = seg * segLen;
    const int to = min(from + segLen + m - 1, textLen);
    uint found = 0;
    int state = 0;
    for (int pos = from; pos < to; ++pos) {
        const uchar c = text[pos];
        for (int hop = 0; hop < MAX_PAT && state > 0 && c != pattern[state & (MAX_PAT - 1)]; ++hop)
            state = fail[(state - 1) & (MAX_PAT - 1)];
        state += c == pattern[state & (MAX_PAT - 1)];
        if (state == m) {
            ++found;
            state = fail[m - 1];
        }
    }
    hits[seg] = found;
}
