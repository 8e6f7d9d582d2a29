kernel void k(global const uint2 *e, global int *d) {
    int i = get_global_id(0);
    uint2 uv = e[i];
    atomic_inc(&d[uv.x]);
    atomic_inc(d + uv.y);
}
