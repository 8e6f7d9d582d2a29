kernel void k(global int *a) {
    uint x = get_global_id(0) + 1, steps = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    a[get_global_id(0)] = steps;
}
