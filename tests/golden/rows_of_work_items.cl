kernel void k(global const float *a, global const float *b, global float *o, int n) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < 64; j++) s += a[i * 64 + j] * b[j] * b[0];
    o[i] = s;
}
