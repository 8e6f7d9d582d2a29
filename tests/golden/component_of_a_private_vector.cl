kernel void k(global int *a, int w) {
    int i = get_global_id(0);
    int2 q = (int2)(0, 0);
    q.x = i;
    q.y = i + 2;
    a[q.y * w + q.x] = 1;
}
