typedef struct {
    int id;
    float t[2][3];
} cell;
kernel void k(global cell *c) {
    int i = get_global_id(0);
    for (int r = 0; r < 2; r++) c[2 * i].t[r][2] = c[i + 1].t[1][r];
}
