// Symmetric rank-k update: only the lower triangle of A A^T is formed, as dot products of rows.
kernel void syrk_lower_dot(global const float *A, global float *C, int n, int k, float alpha)
{
    int e = get_global_id(0);
    int i = e / n, j = e % n;

    if (i >= n || j > i) return;

    float s = 0.f;
    global const float *ri = A + i * k, *rj = A + j * k;
    for (int p = 0; p < k; p++) s += *ri++ * *rj++;
    C[i * n + j] += alpha * s;
}
