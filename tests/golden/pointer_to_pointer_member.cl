typedef struct list {
    struct list *next;
    int v;
} list;
kernel void k(global list *p) {
    p[get_global_id(0)].v = p->next->v;
}
