// Escape times of the Mandelbrot set, a pixel a work-item, rows flattened: divergent by nature.
__kernel void mandelbrot_flat(__global uchar4 *image, int pixels, int width, int maxIterations, float scale)
{
    const int tid = get_global_id(0);
    if (tid >= pixels) return;
    const float x0 = (float)(tid % width) / (float)width * 3.0f * scale - 2.0f;
    const float y0 = (float)(tid / width) * (float)width / (float)pixels * 2.5f * scale - 1.25f;
    float x = x0, y = y0;
    int iter = 0;

    for (; iter < maxIterations && x * x + y * y <= 4.0f; ++iter) {
        const float t = mad(x, x, mad(-y, y, x0));
        y = mad(2.0f * x, y, y0);
        x = t;
    }
    const uchar shade = iter == maxIterations ? 0 : (uchar)(255 * iter / maxIterations);
    image[tid] = (uchar4)(shade, shade, 255 - shade, 255);
}
