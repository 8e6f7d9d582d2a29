kernel void k(global const int *start, int rows, global int *row) {
    int e = get_global_id(0), a = 0, b = rows;
    while (b - a > 1) {
        int m = (a + b) >> 1;
        if (start[m] <= e)
            a = m;
        else
            b = m;
    }
    row[e] = a;
}
