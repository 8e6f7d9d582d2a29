typedef struct {
    int row, col;
} P;
kernel void k(global const P *p, global int *a, int n) {
    int i = get_global_id(0);
    P t = p[i];
    if (t.row >= 0 && t.row < n && t.col > 3) a[t.row] = 1;
}
