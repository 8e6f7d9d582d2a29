typedef struct {
    float x, y;
} point;
float norm2(global const point *p) {
    return p->x * p->x + p->y * p->y;
}
kernel void k(global const point *p, global float *o) {
    int i = get_global_id(0);
    o[i] = norm2(&p[i + 3]) + norm2(p + i);
}
