kernel void k(global const float *a, global float *o) {
    int g = get_global_id(0);
    float v[9];
    for (int i = 0; i < 9; i++) v[i] = a[g * 9 + i];
    for (uint i = 1; i < 9; i++) {
        float x = v[i];
        uint j = i;
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
    o[g] = v[4];
}
