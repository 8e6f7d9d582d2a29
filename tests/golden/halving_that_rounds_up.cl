kernel void k(local float *t, global float *a) {
    int l = get_local_id(0);
    for (int m = get_local_size(0); m > 1;) {
        int h = (m + 1) / 2;
        if (l + h < m) t[l] += t[l + h];
        m = h;
    }
    a[0] = t[0];
}
