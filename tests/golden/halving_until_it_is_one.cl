kernel void k(local float *t) {
    int l = get_local_id(0);
    int m = get_local_size(0);
    while (m != 1) {
        m /= 2;
        if (l < m) t[l] += t[l + m];
    }
}
