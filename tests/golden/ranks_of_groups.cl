kernel void k(global const uint *base, global const int *v, global int *o) {
    uint at = base[get_group_id(0)] + get_local_id(0);
    o[at] = v[get_global_id(0)];
}
