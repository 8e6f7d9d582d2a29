kernel void k(global int *a) {
    int s = 0;
    while (a[0] > s) s = s ^ 3;
    a[1] = s;
}
