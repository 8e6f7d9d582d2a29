kernel void k(global int *a) {
    int2 q = (int2)(1, 2);
    q.x = 40;
    int2 r = q;
    a[r.x & 63] = 1;
}
