kernel void k(global float *a, int stage) {
    int i = get_global_id(0), pair = 1 << stage;
    int at = i / pair * 2 * pair + i % pair;
    float x = a[at], y = a[at + pair];
    a[at] = x + y;
    a[at + pair] = x - y;
}
