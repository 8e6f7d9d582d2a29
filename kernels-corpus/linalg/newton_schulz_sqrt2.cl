// Square root of 2x2 positive matrices by the coupled Newton-Schulz iteration, matrices as float4.
#define MUL22(p, q) (float4)((p).x * (q).x + (p).y * (q).z, (p).x * (q).y + (p).y * (q).w, \
                             (p).z * (q).x + (p).w * (q).z, (p).z * (q).y + (p).w * (q).w)

__kernel void newton_schulz_sqrt2(__global const float4 *A, __global float4 *root, __global float4 *invRoot,
                                  uint steps, uint n)
{
	uint i = get_global_id(0);
	if (i < n) {
		float4 a = A[i];
		float nrm = sqrt(dot(a, a)) + 1e-12f;
		float4 y = a / nrm;
		float4 z = (float4)(1.0f, 0.0f, 0.0f, 1.0f);
		while (steps--) {
			float4 t = (float4)(3.0f, 0.0f, 0.0f, 3.0f) - MUL22(z, y);
			float4 yn = 0.5f * MUL22(y, t);
			z = 0.5f * MUL22(t, z);
			y = yn;
		}
		root[i] = y * sqrt(nrm);
		invRoot[i] = z * rsqrt(nrm);
	}
}
