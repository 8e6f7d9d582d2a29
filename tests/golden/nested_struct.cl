typedef struct {
    struct {
        int u;
        float v;
    } in;
    float w;
} pair;
kernel void k(global pair *p) {
    int i = get_global_id(0);
    p[i].in.v = p[2 * i].w;
}
