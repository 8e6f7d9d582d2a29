kernel void k(global const float *v, global int *o, uint n, float lo, float hi) {
    int i = get_global_id(0);
    float x = v[i];
    if (x >= lo && x < hi) {
        uint t = (uint)(n * (x - lo) / (hi - lo));
        o[t] = 1;
    }
}
