// Run-length expansion: each output sample finds its run by upper bound in the prefix-summed lengths.
kernel void rle_expand_search(global const int *runEnd, global const short *runValue, global short *samples,
                              const int runs, const int total)
{
    for (int s = get_global_id(0); s < total; s += get_global_size(0))
    {
        int first = 0, len = runs;
        for (int it = 0; it < 31 && len > 0; it++)
        {
            const int half_len = len >> 1;
            const int mid = clamp(first + half_len, 0, runs - 1);
            if (runEnd[mid] <= s)
            {
                first = mid + 1;
                len -= half_len + 1;
            }
            else
                len = half_len;
        }
        samples[s] = runValue[clamp(first, 0, runs - 1)];
    }
}
