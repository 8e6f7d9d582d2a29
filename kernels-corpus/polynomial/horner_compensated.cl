// Compensated Horner scheme: the rounding errors are summed in a second polynomial.
#pragma OPENCL FP_CONTRACT OFF

__kernel void hornerCompensated(__global const float *c, __global const float *x, __global float *y,
                                const uint deg, const uint count)
{
	for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
		const float t = x[i];
		float s = c[deg], err = 0.0f;

		for (uint k = deg; k-- > 0;) {
			const float p = s * t;
			const float pe = fma(s, t, -p);
			const float q = p + c[k];
			const float z = q - p;
			const float qe = (p - (q - z)) + (c[k] - z);
			s = q;
			err = err * t + (pe + qe);
		}
		y[i] = s + err;
	}
}
