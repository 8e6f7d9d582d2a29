kernel void k(global const float *a, global float *o) {
    int g = get_global_id(0);
    float v[9];
    for (int i = 0; i < 9; i++) v[i] = a[g * 9 + i];
    for (int i = 1; i < 9; i++) {
        float x = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > x) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = x;
    }
    o[g] = v[4];
}
