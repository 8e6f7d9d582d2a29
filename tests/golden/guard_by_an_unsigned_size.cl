kernel void k(global int *a) {
    int j = (int)get_global_id(0) - 1;
    if (j < get_global_size(0)) a[j] = 1;
}
