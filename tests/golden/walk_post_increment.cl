kernel void k(global const float *a, global float *o, int w) {
    int i = get_global_id(0);
    global const float *p = a + i * w;
    float s = 0;
    for (int j = 0; j < w; j++) s += *p++;
    o[i] = s;
}
