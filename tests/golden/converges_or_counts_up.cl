kernel void k(global float *a) {
    int i = get_global_id(0), steps = 0;
    float err;
    do {
        float x = a[i];
        err = x * x - 2.0f;
        a[i] = x - err / (2.0f * x);
    } while (err > 1e-6f && ++steps < 50);
}
