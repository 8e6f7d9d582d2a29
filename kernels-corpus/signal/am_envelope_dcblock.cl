// Amplitude demodulation in double precision: magnitude, then a DC blocker along each segment.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void am_envelope_dcblock(__global const double *i_rail, __global const double *q_rail,
                                  __global double *audio, const ulong seg_len, const ulong segments, const double pole)
{
	const ulong s = get_global_id(0);
	if (s >= segments)
		return;
	double x1 = 0.0, y1 = 0.0;
	for (ulong k = s * seg_len; k < (s + 1) * seg_len; ++k) {
		const double x = hypot(i_rail[k], q_rail[k]);
		y1 = x - x1 + pole * y1;
		x1 = x;
		audio[k] = y1;
	}
}
