// Matrix-vector product with ternary weights held as two bit masks (plus and minus), activations in int16.
__kernel void ternary_weight_gemv(__global const uint *plus, __global const uint *minus, __global const short *act,
                                  __global int *out, const uint words, const uint outputs)
{
	const uint o = get_global_id(0);

	if (o >= outputs)
		return;
	int sum = 0;
	for (uint w = 0; w < words; ++w) {
		const uint p = plus[w * outputs + o];
		const uint m = minus[w * outputs + o];
		for (uint b = 0; b < 32; ++b) {
			const int a = act[w * 32 + b];
			sum += (-(int)((p >> b) & 1u)) & a;
			sum -= (-(int)((m >> b) & 1u)) & a;
		}
	}
	out[o] = sum;
}
