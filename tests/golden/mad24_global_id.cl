kernel void k(global int *a) {
    uint i = mad24((uint)get_group_id(0), (uint)get_local_size(0), (uint)get_local_id(0));
    a[i] = 1;
}
