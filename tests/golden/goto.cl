kernel void k(global int *a) {
    int k = 0;
again:
    a[k] = 1;
    if (++k < 4) goto again;
}
