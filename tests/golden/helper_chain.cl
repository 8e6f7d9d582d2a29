float inner(global const float *p, int step) {
    return p[step] - p[0];
}
float outer(global const float *q, int i, int step) {
    return inner(q + i, step) * inner(q + i + 1, step);
}
kernel void k(global const float *a, global float *o, int step) {
    int i = get_global_id(0);
    o[i] = outer(a, i, step);
}
