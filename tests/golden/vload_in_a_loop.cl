kernel void k(global const float *a, global float *o, int n) {
    int i = get_global_id(0);
    float4 s = 0;
    for (int j = 0; j < n; j++) s += vload4(j, a + i * n * 4);
    o[i] = s.x + s.w;
}
