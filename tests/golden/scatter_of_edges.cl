kernel void k(global const int2 *edge, global int *degree) {
    int2 e = edge[get_global_id(0)];
    atomic_inc(degree + e.x);
    atomic_inc(degree + e.y);
}
