#define RADIUS 3
#define SUM(s, p, i)                                                                               \
    do {                                                                                           \
        for (int d = 0; d <= 2 * RADIUS; d++) s += p[i + d];                                       \
    } while (0)
kernel void k(global const float *a, global float *o) {
    int i = get_global_id(0);
    float s = 0;
    SUM(s, a, i);
    o[i] = s;
}
