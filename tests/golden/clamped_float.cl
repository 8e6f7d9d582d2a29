kernel void k(global const float *v, global int *o, int n) {
    int i = get_global_id(0);
    int j = (int)clamp(v[i] * 10.0f, 0.0f, (float)(n - 1));
    o[j] = 1;
}
