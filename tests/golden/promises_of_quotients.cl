void put(global int *q, int j, int w, int n) {
    if (j < n) q[j] = 1;
    q[w] = 2;
}
kernel void k(global int *a, global int *b, global const int *p, int n, int m) {
    int i = get_global_id(0), l = get_local_id(0);
    uint u = get_global_id(0);
    if ((i + l) < 13) {
        if (i >= (int)get_local_size(0)) {
            if (l <= (int)get_local_size(0)) {
                b[((l - (7 == m ? 1 : p[l])) / 2)] = 1;
                a[(((3 - l) + ((int)get_group_id(0) - i)) + ((i % 7) - (l * i)))] = 1;
            }
            if (u < n) {
                ((global int2 *)a)[i] = (int2)(1);
            }
        }
        { global int *q = a + (n + l); q[(i - l)] = 2; }
    }
    if (!(!(!(l >= 0)))) return;
    b[l] = 1;
}
