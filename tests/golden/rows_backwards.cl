kernel void k(global const int *row, global const float *v, global float *y) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = row[i + 1] - 1; j >= row[i]; j--) s += v[j];
    y[i] = s;
}
