kernel void k(global int *a, global int *b) {
    int i = 1;
    {
        int i = get_global_id(0) * 10;
        a[i] = 1;
    }
    b[i] = 1;
}
