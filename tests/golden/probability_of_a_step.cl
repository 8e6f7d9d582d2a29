kernel void k(global int *a, float p, uint seed) {
    uint i = get_global_id(0), x = i ^ seed;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    float u = (x >> 8) * 5.9604645e-8f;
    a[i] = u < p ? 1 : 0;
}
