kernel void k(global float *a, global const float *b, int n, float c) {
    a[get_global_id(0)] = 0;
}
