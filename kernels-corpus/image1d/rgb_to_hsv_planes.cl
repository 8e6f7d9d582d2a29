// Packed 24-bit RGB into hue, saturation and value planes.
__kernel void rgb_to_hsv_planes(__global const uchar *rgb, __global float *H, __global float *S, __global float *V, int n)
{
    int i = get_global_id(0);
    if (i < n)
    {
        uchar3 px = vload3(i, rgb);
        float r = px.x / 255.0f, g = px.y / 255.0f, b = px.z / 255.0f;
        float hi = fmax(r, fmax(g, b)), lo = fmin(r, fmin(g, b));
        float chroma = hi - lo, hue = 0.0f;
        if (chroma > 0.0f)
        {
            if (hi == r)
                hue = fmod((g - b) / chroma + 6.0f, 6.0f);
            else if (hi == g)
                hue = (b - r) / chroma + 2.0f;
            else
                hue = (r - g) / chroma + 4.0f;
        }
        H[i] = 60.0f * hue;
        S[i] = hi > 0.0f ? chroma / hi : 0.0f;
        V[i] = hi;
    }
}
