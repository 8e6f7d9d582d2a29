kernel void k(global const int *count, global const float *v, global float *o) {
    int i = get_global_id(0), c = count[i];
    float s = 0;
    do {
        s += v[c];
    } while (--c > 0);
    o[i] = s;
}
