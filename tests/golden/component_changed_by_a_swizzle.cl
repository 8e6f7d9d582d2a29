kernel void k(global const int *b, global int *a) {
    int2 q = (int2)(0, 0);
    q.x = 1;
    q.xy = (int2)(b[0], b[1]);
    a[q.x] = 1;
}
