kernel void k(global const float *a, global float *o, int w) {
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < w; k++) s += sin(a[i * w + k]) * 2.0f;
    o[i] = s;
}
