kernel void k(global const float *a, global float *o, int h, int w) {
    int i = get_global_id(0);
    float s = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) s += a[(i * h + y) * w + x];
    o[i] = s;
}
