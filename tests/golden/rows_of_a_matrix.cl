kernel void k(global const int *p, global const float *v, global float *y) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = p[i]; j < p[i + 1]; j++) s += v[j];
    y[i] = s;
}
