int f(void) {
    return get_global_id(1);
}
kernel void k(global int *a) {
    a[f()] = 1;
}
