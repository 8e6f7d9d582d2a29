kernel void k(global const int *len, global float *o) {
    float t[8];
    int i = get_global_id(0);
    for (int j = 0; j < len[i]; j++) t[j] = j;
    o[i] = t[0];
}
