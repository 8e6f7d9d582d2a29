kernel void k(global int *a) {
    global char *bytes = (global char *)a + 8 * get_global_id(0);
    *(global int *)bytes = 1;
}
