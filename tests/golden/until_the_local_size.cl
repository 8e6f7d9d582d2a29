kernel void k(global int *a, int from) {
    for (int j = from; j != get_local_size(0); j++) a[j] = 1;
}
