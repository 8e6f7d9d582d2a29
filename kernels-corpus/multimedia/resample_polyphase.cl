// Rational resampler: polyphase filter chosen by the fractional position of each output sample.
__kernel void resample_polyphase(__global const float *in, __global const float *bank, __global float *out,
                                 const int outLen, const int inLen, const int up, const int down, const int taps)
{
	for (int o = get_global_id(0); o < outLen; o += get_global_size(0)) {
		const long pos = (long)o * down;
		const int phase = (int)(pos % up);
		const int centre = (int)(pos / up);
		float acc = 0.0f;
		for (int k = 0; k < taps; k++) {
			const int s = centre - k;
			if (s >= 0 && s < inLen)
				acc = mad(in[s], bank[phase * taps + k], acc);
		}
		out[o] = acc;
	}
}
