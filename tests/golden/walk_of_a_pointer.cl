kernel void k(global const float *a, global float *o, int w) {
    int i = get_global_id(0);
    global const float *p = a + i;
    float s = 0;
    for (int k = 0; k < w; k++, p += get_global_size(0)) s += *p;
    o[i] = s;
}
