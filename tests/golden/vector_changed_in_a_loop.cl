kernel void k(global float *a, int n) {
    int4 v = (int4)(0, 1, 2, 3);
    for (int i = 0; i < n; i++) v.xy = v.xy * 2 + 1;
    int4 u = v + 1;
    a[u.x] = 1.0f;
}
