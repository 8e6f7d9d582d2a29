kernel void k(global const float *v, global int *o, int n) {
    int i = get_global_id(0);
    float x = v[i];
    if (x < 0.0f) x = 0.0f;
    if (x > n - 1) x = n - 1;
    o[(int)x] = 1;
}
