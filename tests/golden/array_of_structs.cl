typedef struct {
    float x;
    int t[3];
} P;
kernel void k(global P *p) {
    int i = get_global_id(0);
    p[i].t[2] = p[i + 1].t[0];
}
