kernel void k(global float *a, int f, float c) {
    int i = get_global_id(0);
    if (f)
        a[i] = c;
    else
        a[i] = -c;
}
