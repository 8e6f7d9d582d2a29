kernel void k(global const uchar *a, global uint *o) {
    int i = get_global_id(0);
    o[i] = ((global const uint *)a)[i];
}
