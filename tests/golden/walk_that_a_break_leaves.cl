kernel void k(global const float *a, global float *o, int n) {
    int g = get_global_id(0), at = 0;
    for (int y = 0; y < n; y++) {
        at += 10;
        if (a[y] > 1.0f) break;
        at -= 8;
    }
    o[at + g] = 1.0f;
}
