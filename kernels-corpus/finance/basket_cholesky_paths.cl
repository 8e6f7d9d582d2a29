// Basket call: correlate normals with a packed lower Cholesky factor, average the terminal prices.
#define ASSETS 8
#define ROW(i) ((i) * ((i) + 1) / 2)

__kernel void basket_cholesky_paths(__global const float8 *gauss, __constant float *chol, __constant float *weight,
                                    __global float *payoff, const float vol, const float T, const float strike)
{
    const uint path = get_global_id(0);
    float z[ASSETS];
    vstore8(gauss[path], 0, z);
    float basket = 0.0f;
    #pragma unroll
    for (int i = 0; i < ASSETS; i++) {
        float w = 0.0f;
        for (int j = 0; j <= i; j++)
            w += chol[ROW(i) + j] * z[j];
        basket += weight[i] * exp(vol * sqrt(T) * w - 0.5f * vol * vol * T);
    }
    payoff[path] = fdim(basket, strike);
}
