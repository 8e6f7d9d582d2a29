kernel void k(global int *a, ulong n) {
    union {
        ulong wide;
        uint low;
    } x;
    x.low = 3;
    x.wide = n * 1000003;
    a[x.low] = 1;
}
