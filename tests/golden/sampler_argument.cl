kernel void k(sampler_t s, global float *a) {
    a[get_global_id(0)] = 1;
}
