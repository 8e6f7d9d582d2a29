kernel void k(global int *a) {
    int l = get_local_id(0);
    for (int s = get_local_size(0) >> 1; s != 0; s >>= 1)
        if (l < s) a[l + s] = 1;
}
