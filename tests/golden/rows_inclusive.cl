kernel void k(global const uint *row, global const float *v, global float *y) {
    int i = get_global_id(0);
    float s = 0;
    for (uint j = row[i]; j <= row[i + 1]; j++) s += v[j];
    y[i] = s;
}
