// Complex matrix product with separate real and imaginary planes, three real multiplications a step.
kernel void cgemmSplitPlanes(global const float *aRe, global const float *aIm,
                             global const float *bRe, global const float *bIm,
                             global float *cRe, global float *cIm,
                             const uint rows, const uint cols, const uint inner)
{
	const uint gid = get_global_id(0);
	const uint i = gid / cols;
	const uint j = gid % cols;

	if (i < rows) {
		float re = 0.0f, im = 0.0f;
		for (uint k = 0; k < inner; k++) {
			const float a = aRe[i * inner + k], b = aIm[i * inner + k];
			const float c = bRe[k * cols + j], d = bIm[k * cols + j];
			const float k1 = c * (a + b);
			const float k2 = a * (d - c);
			const float k3 = b * (c + d);
			re += k1 - k3;
			im += k1 + k2;
		}
		cRe[i * cols + j] = re;
		cIm[i * cols + j] = im;
	}
}
