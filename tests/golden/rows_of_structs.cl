typedef struct {
    float v, w;
} sample;
kernel void k(global const sample *p, global float *o, int len) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < len; j++) s += p[i * len + j].v;
    o[i] = s;
}
