kernel void k(global const float *a, global float *o) {
    int g = get_global_id(0);
    float v[9];
    for (int i = 1; i < 9; i++) {
        int j = i - 1;
        while (j >= 0 && a[g * 9 + j] > 0.0f) j--;
        v[j] = a[g];
    }
    o[g] = v[4];
}
