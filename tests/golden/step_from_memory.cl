kernel void k(global const char *code, int n, global int *o) {
    int i = get_global_id(0), p = i;
    while (p < n) {
        int width;
        if (code[p] == 1)
            width = 3;
        else if (code[p] == 2)
            width = 2;
        else
            width = 1;
        o[p] = width;
        p += width;
    }
}
