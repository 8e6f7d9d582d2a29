// Running maximum along each row, restarting wherever a flag byte is set.
__kernel void row_running_max(__global const short *values,
                              __global const uchar *heads,
                              __global short *scanned,
                              const int rows,
                              const int row_len)
{
        const int r = get_global_id(0);

        if (r >= rows)
                return;

        __global const short *v = values + (long)r * row_len;
        __global const uchar *h = heads + (long)r * row_len;
        __global short *o = scanned + (long)r * row_len;
        short best = SHRT_MIN;

        for (int k = 0; k < row_len; k++) {
                best = h[k] ? v[k] : max(best, v[k]);
                o[k] = best;
        }
}
