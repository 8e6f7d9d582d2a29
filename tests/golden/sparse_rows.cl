kernel void k(global const int *row, global const int *col, global const float *v,
              global const float *x, global float *y, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    float s = 0;
    for (int e = row[i]; e < row[i + 1]; e++) s += v[e] * x[col[e]];
    y[i] = s;
}
