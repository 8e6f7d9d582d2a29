kernel void k(global int *a) {
    int i = get_global_id(0);
    ((global uchar *)a)[i] = 0;
}
