// Direct two-dimensional convolution, valid region only, every output pixel of every filter is one work-item.
typedef float real;

__kernel void conv2d_direct_flat(const __global real *img,      // C,H,W
                                 const __global real *filters,  // F,C,K,K
                                 const __global real *bias,     // F
                                 __global real *out,            // F,OH,OW
                                 int C, int OH, int OW, int F, int K)
{
    const int H = OH + K - 1, W = OW + K - 1;

    for (int n = get_global_id(0); n < F * OH * OW; n += get_global_size(0)) {
        const int ox = n % OW;
        const int oy = n / OW % OH;
        const int f = n / (OW * OH);
        real acc = bias[f];
        for (int c = 0; c < C; c++)
            for (int ky = 0; ky < K; ky++)
                for (int kx = 0; kx < K; kx++)
                    acc += img[(c * H + oy + ky) * W + ox + kx] * filters[((f * C + c) * K + ky) * K + kx];
        out[n] = acc;
    }
}
