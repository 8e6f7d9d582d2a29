kernel void k(global const ulong *p, global int *a) {
    global int *q = (global int *)p[get_global_id(0)];
    a[0] = *q;
}
