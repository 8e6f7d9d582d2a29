kernel void k(global const int *head, global const int *next, global const float *v,
              global float *o, int steps) {
    int i = get_global_id(0), j = head[i];
    float s = 0;
    for (int t = 0; t < steps; t++) {
        s += v[j];
        j = next[j];
    }
    o[i] = s;
}
