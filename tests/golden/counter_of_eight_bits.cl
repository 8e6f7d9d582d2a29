kernel void k(global float *a, int n) {
    for (uchar i = 0; i < n; i++) a[i] = 1.0f;
}
