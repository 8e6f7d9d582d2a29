kernel void k(global const int *pick, global const int *row, global const float *v,
              global float *y) {
    int i = get_global_id(0), r = pick[i];
    float s = 0;
    for (int j = row[r]; j < row[r + 1]; j++) s += v[j];
    y[i] = s;
}
