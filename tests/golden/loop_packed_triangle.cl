kernel void k(global int *a, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x <= y; x++) a[y * (y + 1) / 2 + x] = 1;
}
