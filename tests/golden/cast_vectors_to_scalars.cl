kernel void k(global int4 *a) {
    ((global int *)a)[4 * get_global_id(0) + 2] = 7;
}
