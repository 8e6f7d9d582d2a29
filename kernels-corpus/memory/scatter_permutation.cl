// Scatters 64-bit records to the places given by a permutation, a run of records per work-item.
kernel void scatter_permutation(global const ulong *in, global const int *perm, global ulong *out,
                                const int n, const int run)
{
    const int first = get_global_id(0) * run;
    const int last = min(first + run, n);
    for (int i = first; i < last; ++i) {
        const int where = perm[i];
        if (where >= 0 && where < n)
            out[where] = in[i];
    }
}
