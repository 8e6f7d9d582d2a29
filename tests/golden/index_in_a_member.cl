typedef struct {
    int row;
    float weight;
    int kind;
} E;
kernel void k(global const E *e, global const float *x, global float *o) {
    int i = get_global_id(0);
    o[i] = e[i].weight * x[e[i].row];
}
