kernel void k(global int *a, int w, int h) {
    int i = get_global_id(0);
    int x = i % w, y = i / w;
    if (y < h) a[y * w + x] = 1;
}
