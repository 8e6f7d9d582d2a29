// Transposes 4x4 blocks in registers: four float4 rows in, four float4 columns out.
__kernel void transposeRegs4x4(__global const float4 *src, __global float4 *dst, uint colQuads, uint rowQuads)
{
	uint id = get_global_id(0);
	uint bc = id % colQuads;
	uint br = id / colQuads;

	if (br >= rowQuads)
		return;
	__global const float4 *s = src + br * 4 * colQuads + bc;
	float4 a = s[0], b = s[colQuads], c = s[2 * colQuads], d = s[3 * colQuads];
	__global float4 *t = dst + bc * 4 * rowQuads + br;

	t[0]            = (float4)(a.x, b.x, c.x, d.x);
	t[rowQuads]     = (float4)(a.y, b.y, c.y, d.y);
	t[2 * rowQuads] = (float4)(a.z, b.z, c.z, d.z);
	t[3 * rowQuads] = (float4)(a.w, b.w, c.w, d.w);
}
