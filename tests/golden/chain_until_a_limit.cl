kernel void k(global const int *head, global const int *next, global int *o, int n) {
    int c = head[get_global_id(0)], k = 0;
    while (c >= 0 && k < n) {
        o[c] = k++;
        c = next[c];
    }
}
