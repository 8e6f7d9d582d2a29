kernel void k(global float *a, int limit, float eps) {
    int i = get_global_id(0), steps = 0;
    float x = a[i], err = 1.0f;
    while (err > eps && steps < limit) {
        float y = 0.5f * (x + 2.0f / x);
        err = fabs(y - x);
        x = y;
        steps++;
    }
    a[i] = x;
}
