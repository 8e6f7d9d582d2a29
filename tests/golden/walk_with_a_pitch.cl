kernel void k(global const float *a, global float *o, int pitch) {
    int g = get_global_id(0), at = g, n = 0;
    float s = 0.0f;
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 4; x++) s += a[at++];
        at += pitch - 4;
        for (int x = 0; x < 3; x++) o[g * 9 + n++] = s;
    }
}
