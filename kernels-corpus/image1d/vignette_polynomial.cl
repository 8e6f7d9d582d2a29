// Corrects lens shading with an even polynomial of the normalised radius, in place on 16-bit samples.
kernel void vignette_polynomial(global ushort *img, int w, int h, float2 centre, float4 k)
{
	int i = get_global_id(0);
	if (i >= w * h)
		return;
	float2 d = ((float2)((float)(i % w), (float)(i / w)) - centre) / (0.5f * (float)(w + h));
	float r2 = dot(d, d);
	float gain = 1.0f + r2 * (k.x + r2 * (k.y + r2 * (k.z + r2 * k.w)));
	img[i] = convert_ushort_sat((float)img[i] * gain + 0.5f);
}
