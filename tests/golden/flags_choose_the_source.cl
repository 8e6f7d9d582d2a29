kernel void k(global const int *left, global const float *a, global float *o) {
    int i = get_global_id(0);
    o[i] = a[left[i] != 0 ? i : i + 2];
}
