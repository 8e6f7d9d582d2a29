kernel void k(global const int *next, global float *o) {
    int i = get_global_id(0);
    int p = i;
    for (int j = 0; j < 10; j++) p = next[p];
    o[p] = 1.0f;
}
