// Edge-stopping (Perona-Malik) diffusion of four channels at once, Neumann borders.
#define CONDUCT(g) native_exp(-(g) * (g) * invK2)

__kernel void perona_malik_step(__global const float4 *img, __global float4 *res,
                                const int width, const int height,
                                const float lambda, const float invK2)
{
    const int pix = get_global_id(0);
    const int y = pix / width;
    const int x = pix % width;
    if (pix >= width * height) return;

    const float4 c = img[pix];
    const float4 gN = img[y > 0 ? pix - width : pix] - c;
    const float4 gS = img[y < height - 1 ? pix + width : pix] - c;
    const float4 gW = img[x > 0 ? pix - 1 : pix] - c;
    const float4 gE = img[x < width - 1 ? pix + 1 : pix] - c;

    res[pix] = c + lambda * (CONDUCT(gN) * gN + CONDUCT(gS) * gS + CONDUCT(gW) * gW + CONDUCT(gE) * gE);
}
