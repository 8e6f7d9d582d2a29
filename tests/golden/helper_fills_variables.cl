void split(int i, int w, int *x, int *y) {
    *x = i % w;
    *y = i / w;
}
kernel void k(global int *a, int w) {
    int x, y;
    split(get_global_id(0), w, &x, &y);
    a[y * w + x] = 1;
}
