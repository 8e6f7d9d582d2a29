kernel void k(global const uint *a, global int *o) {
    int i = get_global_id(0), bits = 0;
    uint x = a[i] & 1023;
    while (x) {
        x &= x - 1;
        bits++;
    }
    o[i] = bits;
}
