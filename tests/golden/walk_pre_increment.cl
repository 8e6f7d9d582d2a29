kernel void k(global int *a) {
    global int *p = a + get_global_id(0);
    *++p = 1;
}
