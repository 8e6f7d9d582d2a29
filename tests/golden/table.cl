constant int off[3] = {-1, 0, 4};
kernel void k(global int *a) {
    int i = get_global_id(0);
    for (int k = 0; k < 3; k++) a[i + 1 + off[k]] = 1;
}
