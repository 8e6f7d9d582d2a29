typedef struct {
    float x, y;
} P;
kernel void k(global P *p) {
    global P *q = p + get_global_id(0);
    q->y = q->x;
}
