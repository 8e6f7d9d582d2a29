typedef struct {
    uint start, count;
} R;
kernel void k(global const R *r, global const float *v, global float *o) {
    int i = get_global_id(0);
    float s = 0;
    for (uint j = r[i].start; j < r[i].start + r[i].count; j++) s += v[j];
    o[i] = s;
}
