kernel void k(global int *a, int m) {
    int i = get_global_id(0);
    int j = i;
    switch (m) {
    case 1: j = i + 5; break;
    case 2: j = 2 * i; break;
    default: j = 0;
    }
    a[j] = 1;
}
