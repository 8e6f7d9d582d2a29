kernel void k(global const int *ptr, global const float *v, global float *o) {
    int i = get_global_id(0), j = ptr[i], end = ptr[i + 1];
    float s = 0;
    while (j != end) {
        s += v[j];
        j++;
    }
    o[i] = s;
}
