kernel void k(global const float *a, global float *o, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    float s = 0;
    for (int j = 0; j < n; j++) s += a[j * n + i];
    o[i] = s;
}
