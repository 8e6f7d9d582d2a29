kernel void k(global const float4 *a, global float *o, int n) {
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < n; j++) s += a[j].x;
    o[i] = s;
}
