kernel void k(global const float *a, global const float *b, global float *o, uint n) {
    uint g = get_global_id(0);
    uint x = g * 747796405u + 289133645u;
    uint y = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
    y = (y >> 22u) ^ y;
    o[g] = a[(g * 1664525u + 1013904223u) >> 24] + b[y >> 20] + b[y % n];
}
