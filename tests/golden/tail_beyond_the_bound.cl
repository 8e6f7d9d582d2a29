kernel void k(global const float *a, global float *o, int n) {
    float s = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        s += a[i] + a[i + get_local_size(0)];
    o[get_global_id(0)] = s;
}
