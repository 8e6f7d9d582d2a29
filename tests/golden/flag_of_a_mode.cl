kernel void k(global float *a, int negate, int root) {
    int i = get_global_id(0);
    float x = a[i];
    if (negate != 0) x = -x;
    if (root == 1) x = sqrt(x);
    a[i] = x;
}
