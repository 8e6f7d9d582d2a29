kernel void k(global int *a) {
    int l = get_local_id(0);
    for (uint d = 1; d < get_local_size(0); d <<= 1)
        if (l >= d) a[l - d] = 1;
}
