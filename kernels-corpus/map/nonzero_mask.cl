// One byte a value: 1 where it is not zero.
kernel void nonzero_mask(global const int *v, global uchar *m, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) m[i] = v[i] != 0;
}
