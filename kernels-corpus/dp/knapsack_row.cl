// One item's row update of the 0/1 knapsack table, with a bit of the choice for back-tracking.
__kernel void knapsack_row(__global const int *prev, __global int *next, __global uchar *taken,
                           int capacity, int itemWeight, int itemValue)
{
    int w = get_global_id(0);
    if (w > capacity)
        return;
    int best = prev[w];
    uchar t = 0;
    if (w >= itemWeight) {
        int with = prev[w - itemWeight] + itemValue;
        if (with > best) {
            best = with;
            t = 1;
        }
    }
    next[w] = best;
    taken[w] = t;
}
