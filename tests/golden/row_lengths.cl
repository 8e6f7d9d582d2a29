kernel void k(global const int *row, global const float *v, global float *y) {
    int i = get_global_id(0), n = row[i + 1] - row[i];
    float s = 0;
    for (int j = 0; j < n; j++) s += v[row[i] + j];
    y[i] = s;
}
