kernel void k(global float *a, global float *o, int w) {
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < w; k++) s += a[i * w + k];
    o[i] = s;
}
