typedef struct {
    float c[4];
    int n;
} node;
kernel void k(global const node *p, global float *o) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < 4; j++) s += p[i].c[j];
    o[i] = s;
}
