// Quick-sort partition of segments around their median of three, written to both ends of the output.
__kernel void quick_partition_flags(__global const int *src, __global int *dst,
                                    __global int *pivot_pos, const int seg_len, const int segs)
{
    const int s = get_global_id(0);
    if (s < segs)
    {
        __global const int *a = src + s * seg_len;
        __global int *o = dst + s * seg_len;
        const int p0 = a[0], p1 = a[seg_len / 2], p2 = a[seg_len - 1];
        const int pivot = max(min(p0, p1), min(max(p0, p1), p2));
        int front = 0, back = seg_len - 1;

        for (int i = 0; i < seg_len; ++i)
        {
            const int x = a[i];
            if (front > back)
                break;
            if (x < pivot) { o[front] = x; ++front; }
            else           { o[min(back, seg_len - 1)] = x;  --back;  }
        }
        pivot_pos[s] = front;
    }
}
