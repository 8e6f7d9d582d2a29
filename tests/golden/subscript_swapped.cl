kernel void k(global int *a) {
    get_global_id(0)[a] = 3;
}
