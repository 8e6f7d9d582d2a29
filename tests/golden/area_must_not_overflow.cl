kernel void k(global int *a, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) a[y * w + x] = 1;
}
