kernel void k(global int *a, local int *p, local int *q) {
    int l = get_local_id(0);
    local int *s = p, *d = q;
    for (int k = 0; k < 5; k++) {
        d[l + 1] = s[l];
        local int *t = s;
        s = d;
        d = t;
    }
    a[0] = s[0];
}
