int f(int x) {
    return x > 0 ? f(x - 1) : 0;
}
kernel void k(global int *a) {
    a[f(3)] = 1;
}
