kernel void k(global const int *a, global int *b, int bits) {
    uint i = get_global_id(0), r = 0;
    for (int j = 0; j < bits; j++) r |= ((i >> j) & 1) << (bits - 1 - j);
    b[i] = a[r];
}
