kernel void k(global const int *p, global int *o) {
    int t[16], u[4];
    int i = get_global_id(0);
    for (int j = 0; j < 16; j++) t[j] = p[i] + j;
    for (int j = 0; j < 4; j++) u[j] = j * i;
    o[i] = t[p[i] & 15] + u[2];
}
