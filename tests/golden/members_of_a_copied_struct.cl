typedef struct {
    int row;
    float weight;
    int kind;
} E;
kernel void k(global const E *e, global int *o) {
    local int bins[8];
    int i = get_global_id(0);
    E t = e[2 * i];
    bins[t.kind] = 1;
    o[t.row] = 1;
}
