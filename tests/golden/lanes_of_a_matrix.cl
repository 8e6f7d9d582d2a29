kernel void k(global const float *a, global float *o, int w, int h) {
    int i = get_global_id(0);
    int x = i % w, y = i / w;
    float s = 0;
    for (int j = 0; j < h; j++) s += a[j * w + x];
    o[x * h + y] = s;
}
