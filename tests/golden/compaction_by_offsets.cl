kernel void k(global const int *keep, global const int *at, global const int *v,
              global int *o) {
    int i = get_global_id(0);
    if (keep[i]) o[at[i]] = v[i];
}
