kernel void k(global const float *a, global float *o, int n, int t) {
    int i = get_global_id(0);
    int j = i % n;
    float s = 0;
    for (int k = 0; k < t; k++) {
        s += a[j];
        j = (j + 7) % n;
    }
    o[i] = s;
}
