kernel void k(global const int *p, global const float *v, global float *y) {
    int i = get_global_id(0);
    int2 b = (int2)(p[i], p[i + 1]);
    float s = 0;
    for (int j = b.x; j < b.y; j++) s += v[j];
    y[i] = s;
}
