kernel void k(global const int *keys, int n, global int *at) {
    int i = get_global_id(0), first = 0, count = n;
    while (count > 0) {
        int half_count = count / 2, mid = first + half_count;
        if (keys[mid] < i) {
            first = mid + 1;
            count -= half_count + 1;
        } else {
            count = half_count;
        }
    }
    at[i] = first;
}
