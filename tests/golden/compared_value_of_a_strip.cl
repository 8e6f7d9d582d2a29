// The length of a work-item's strip, whose values are compared with others: it bounds no work-item.
__kernel void compared_value_of_a_strip(__global const int *a, __global int *positive, int per_item)
{
    __global const int *strip = a + get_global_id(0) * per_item;
    int seen = 0;
    for (int k = 0; k < per_item; k++)
        if (strip[k] > 0) seen++;
    positive[get_global_id(0)] = seen;
}
