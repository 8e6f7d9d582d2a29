kernel void k(global const int *len, global const float *v, global float *o) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < len[i]; j++) s += v[j];
    o[i] = s;
}
