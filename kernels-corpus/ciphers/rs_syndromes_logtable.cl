// Reed-Solomon syndromes of code words by Horner's rule with logarithm and antilogarithm tables.
__kernel void rs_syndromes_logtable(__global const uchar *codeword, __global const uchar *logT, __global const uchar *expT,
                                    __global uchar *syndrome, const int n, const int roots, const int words)
{
    const int g = get_global_id(0);
    const int word = g / roots, root = g % roots;
    if (word >= words) return;

    uchar s = 0;
    for (int i = 0; i < n; ++i) {
        const uchar r = codeword[word * n + i];
        if (s == 0) {
            s = r;
            continue;
        }
        int e = logT[s] + root;
        e %= 255;
        s = expT[e] ^ r;
    }
    syndrome[word * roots + root] = s;
}
