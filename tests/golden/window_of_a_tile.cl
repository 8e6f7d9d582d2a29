kernel void k(global int *a, int w, int h) {
    int i = get_global_id(0), y = i / 8, x = i % 8;
    if (x < w)
        if (y < h) a[y * w + x] = 1;
}
