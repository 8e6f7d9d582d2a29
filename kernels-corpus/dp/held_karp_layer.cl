// Held-Karp travelling salesman: relax every (subset, last city) pair by removing the last city.
#define CITIES 12
#define FULL (1 << CITIES)

__kernel void held_karp_layer(__global const float *before, __global float *after,
                              __constant float *distance_table, const int layer)
{
    const int state = get_global_id(0);
    const int last = state % CITIES;
    const int subset = (state / CITIES) & (FULL - 1);

    if (!((subset >> last) & 1) || popcount(subset) != layer + 1)
        return;

    const int rest = subset & ~(1 << last);
    float best = MAXFLOAT;
    for (int mid = 0; mid < CITIES; mid++) {
        if (((rest >> mid) & 1) == 0)
            continue;
        best = fmin(best, before[(rest & (FULL - 1)) * CITIES + mid] + distance_table[mid * CITIES + last]);
    }
    after[subset * CITIES + last] = best;
}
