kernel void k(global float *a, int w, int h) {
    int i = get_global_id(0);
    if (i < w)
        for (int y = 0; y < h; y++) a[y * w + i] = y;
}
