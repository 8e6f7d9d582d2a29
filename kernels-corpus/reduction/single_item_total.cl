// One work-item adds everything up, the others leave.
__kernel void single_item_total(__global const float *x, __global float *total, int n)
{
    if (get_global_id(0) != 0) return;
    float s = 0.0f;
    for (int i = 0; i < n; ++i) s += x[i];
    total[0] = s;
}
