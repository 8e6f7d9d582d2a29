kernel void k(global const float *a, global float *o, int n) {
    int g = get_global_id(0);
    if (g >= n) return;
    for (int j = 0; j <= g; j++) o[g * (g + 1) / 2 + j] = a[j];
}
