kernel void k(global const float *a, global float *o, int w) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = i; j < i + w; j++) s += a[j];
    o[i] = s;
}
