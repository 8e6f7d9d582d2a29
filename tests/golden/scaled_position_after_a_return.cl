kernel void k(global const float *v, global int *o, uint n, float lo, float hi) {
    int i = get_global_id(0);
    float x = v[i];
    if (x < lo || x >= hi) return;
    o[(int)((x - lo) / (hi - lo) * n)] = 1;
}
