kernel void k(global int *a) {
    int i = get_global_id(0);
    a[(int)(100 * sin((float)i))] = 1;
}
