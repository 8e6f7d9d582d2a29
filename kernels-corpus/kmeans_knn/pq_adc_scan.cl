// Asymmetric distance computation: sum table entries chosen by the code bytes, four subspaces per load.
kernel void pq_adc_scan(global const uchar4 *codes, global const float *lut, global float *dist,
                        const int quads, const int n)
{
    int v = get_global_id(0);
    if (v >= n) return;

    float acc0 = 0.f, acc1 = 0.f, acc2 = 0.f, acc3 = 0.f;
    for (int q = 0; q < quads; q++) {
        const uchar4 c = codes[q * n + v];
        const global float *t = lut + q * 1024;
        acc0 += t[c.x];
        acc1 += t[256 + c.y];
        acc2 += t[512 + c.z];
        acc3 += t[768 + c.w];
    }
    dist[v] = (acc0 + acc1) + (acc2 + acc3);
}
