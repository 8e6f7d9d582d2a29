kernel void k(global const float *a, global float *o, int w, int n) {
    int i = get_global_id(0);
    if (i < w || i >= n - w) return;
    o[i] = a[i - w] + a[i - 1] + a[i] + a[i + 1] + a[i + w];
}
