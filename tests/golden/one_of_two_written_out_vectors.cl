kernel void k(global int *a, int f) {
    int2 q = f > 3 ? (int2)(1, 2) : (int2)(7, 9);
    int2 r = q;
    a[r.x & 15] = q.y & 7;
}
