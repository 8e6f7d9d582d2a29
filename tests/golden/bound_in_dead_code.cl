kernel void k(global float *a, int n) {
    int last = n - 1;
    a[get_global_id(0)] = 0;
}
