kernel void k(global int *a) {
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) a[s] = 1;
}
