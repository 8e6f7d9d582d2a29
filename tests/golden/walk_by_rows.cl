kernel void k(global const float *a, global float *o, int w, int h) {
    int i = get_global_id(0);
    if (i >= w) return;
    global const float *p = a + i;
    float s = 0;
    for (int y = 0; y < h; y++, p += w) s += *p;
    o[i] = s;
}
