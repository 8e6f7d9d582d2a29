kernel void k(global int *o, int n) {
    int i = get_global_id(0);
    int d[3] = {2, 1000, n};
    d[0] = i & 7;
    o[d[0]] = 1;
    if (d[2] < 5) o[d[2]] = 1;
}
