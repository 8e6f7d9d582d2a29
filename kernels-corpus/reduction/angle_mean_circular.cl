// Circular mean and spread of angles: sums of unit vectors, two columns folded by one work-item.
kernel void angle_mean_circular(global const float *theta, global float4 *meanSpread,
                                const uint columns, const uint rows)
{
	const uint pair = get_global_id(0);
	if (2 * pair + 1 >= columns)
		return;
	float2 c = 0.0f, s = 0.0f;

	for (uint r = 0; r < rows; r++) {
		float2 co;
		s += sincos(vload2(0, theta + r * columns + 2 * pair), &co);
		c += co;
	}
	const float2 R = sqrt(c * c + s * s) / (float)rows;
	meanSpread[pair].lo = atan2(s, c);
	meanSpread[pair].hi = sqrt(-2.0f * log(clamp(R, 1e-7f, 1.0f)));
}
