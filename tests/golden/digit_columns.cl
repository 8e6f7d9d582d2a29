kernel void k(global const int *key, global int *count) {
    int d = key[get_global_id(0)] & 7;
    atomic_add(&count[d * get_num_groups(0) + get_group_id(0)], 1);
}
