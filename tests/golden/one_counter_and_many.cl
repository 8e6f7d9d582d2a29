kernel void k(global int *one, global int *many, global const int *p, constant int *c) {
    local int t[16];
    int i = get_global_id(0), l = get_local_id(0);
    if (l < 16) t[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&one[0]);
    atomic_add(&many[i % 128], c[i % 8] + c[3]);
    atomic_inc(&t[p[i] & 15]);
}
