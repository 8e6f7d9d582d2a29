kernel void k(global const float *x, int n, global float *o) {
    int rounds = (int)floor(n / 4.0f);
    float s = 0;
    for (int r = 0; r < rounds; r++) s += x[get_global_id(0)];
    o[get_global_id(0)] = s;
}
