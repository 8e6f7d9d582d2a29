kernel void k(global int *a) {
    int i = get_global_id(0);
    do {
        a[i + 1] = 1;
    } while (0);
}
