kernel void k(global const int *a, global int *b) {
    int i = get_global_id(0);
    b[i] = a[i + get_global_size(0)] - a[get_global_size(0) - 1 - i];
}
