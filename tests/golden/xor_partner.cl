kernel void k(global int *a, int s, int n) {
    int i = get_global_id(0), j = i ^ s;
    if (j > i && j < n) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
