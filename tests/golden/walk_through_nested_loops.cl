kernel void k(global const float *a, global float *o, int w, int h) {
    int g = get_global_id(0);
    global const float *p = a + g * w * h;
    float s = 0.0f;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) s += *p++;
    o[g] = s;
}
