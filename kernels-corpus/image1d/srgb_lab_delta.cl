// Colour difference of two sRGB images in CIE L*a*b*, one value a pixel.
typedef float3 colour;

float linear1(float c) { return c <= 0.04045f ? c / 12.92f : pow((c + 0.055f) / 1.055f, 2.4f); }
float labf(float t)    { return t > 0.008856f ? cbrt(t) : 7.787f * t + 16.0f / 116.0f; }

colour to_lab(uchar4 p)
{
    float r = linear1(p.x / 255.0f), g = linear1(p.y / 255.0f), b = linear1(p.z / 255.0f);
    float fx = labf((0.4124f * r + 0.3576f * g + 0.1805f * b) / 0.9505f);
    float fy = labf(0.2126f * r + 0.7152f * g + 0.0722f * b);
    float fz = labf((0.0193f * r + 0.1192f * g + 0.9505f * b) / 1.089f);
    return (colour)(116.0f * fy - 16.0f, 500.0f * (fx - fy), 200.0f * (fy - fz));
}

kernel void srgb_lab_delta(global const uchar4 *a, global const uchar4 *b, global float *dE)
{
    size_t i = get_global_id(0);
    dE[i] = distance(to_lab(a[i]), to_lab(b[i]));
}
