constant int shift[2][2] = {{0, 1}, {2, 7}};
kernel void k(global int *a) {
    int i = get_global_id(0);
    a[i + shift[i & 1][1]] = 1;
}
