int block(void) {
    return get_group_id(0) * get_local_size(0);
}
int here(void) {
    return block() + get_local_id(0);
}
kernel void k(global int *a) {
    a[here()] = here();
}
