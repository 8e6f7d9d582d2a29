kernel void k(global int *a) {
    int l = get_local_id(0);
    if (l < 8) a[get_group_id(0) * 8 + l] = 1;
}
