kernel void k(global const float *a, global float *o) {
    int g = get_global_id(0);
    float m[7][7];
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 7; c++) m[r][c] = a[g * 49 + r * 7 + c];
    for (int c = 0; c < 7; c++)
        for (int r = c + 1; r < 7; r++) {
            float f = m[r][c] / m[c][c];
            for (int i = c; i < 7; i++) m[r][i] -= f * m[c][i];
        }
    o[g] = m[6][6];
}
