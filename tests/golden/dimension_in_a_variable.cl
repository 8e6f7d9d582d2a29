kernel void k(global int *a) {
    int at = 0;
    for (int d = 0; d < 2; d++) at += get_global_id(d);
    a[at] = 1;
}
