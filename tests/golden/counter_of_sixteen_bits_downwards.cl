kernel void k(global const float *a, global float *o) {
    int g = get_global_id(0);
    float s = 0.0f;
    for (short i = 15; i >= 0; i -= 2) s += a[g * 20 + i];
    for (uchar i = 9; i > 0; i--) s += a[g * 20 + i + 10];
    o[g] = s;
}
