kernel void k(global int *o, int n, int m) {
    while (m != 0) {
        int rest = n % m;
        n = m;
        m = rest;
    }
    o[get_global_id(0)] = n;
}
