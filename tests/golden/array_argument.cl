kernel void k(global const float (*a)[16], global float *o) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < 16; j++) s += a[i + 1][j];
    o[i] = s;
}
