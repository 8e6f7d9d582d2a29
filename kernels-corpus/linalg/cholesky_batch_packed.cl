// Cholesky factors of many small matrices held in packed lower form, interleaved over the batch.
#define TRI(i, j) ((i) * ((i) + 1) / 2 + (j))
#define EL(i, j)  P[TRI(i, j) * batch + g]

__kernel void cholesky_batch_packed(__global float *P, const int order, const int batch)
{
    const int g = get_global_id(0);
    if (g < batch) {
        for (int j = 0; j < order; j++) {
            float s = EL(j, j);
            for (int k = 0; k < j; k++)
                s -= EL(j, k) * EL(j, k);
            const float ljj = sqrt(fmax(s, 1e-12f));
            EL(j, j) = ljj;
            for (int i = j + 1; i < order; i++) {
                float t = EL(i, j);
                for (int k = 0; k < j; k++)
                    t -= EL(i, k) * EL(j, k);
                EL(i, j) = t / ljj;
            }
        }
    }
}
