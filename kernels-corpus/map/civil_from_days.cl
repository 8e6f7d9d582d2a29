// Turns day numbers since 1970 into packed year-month-day integers by era arithmetic.
__kernel void civil_from_days(__global const int *days, __global int *ymd, const int n)
{
	const int i = get_global_id(0);
	if (i < n) {
		const int z = clamp(days[i], -700000, 2900000) + 719468;
		const int era = (z >= 0 ? z : z - 146096) / 146097;
		const uint doe = (uint)(z - era * 146097);
		const uint yoe = (doe - doe / 1460u + doe / 36524u - doe / 146096u) / 365u;
		const uint doy = doe - (365u * yoe + yoe / 4u - yoe / 100u);
		const uint mp = (5u * doy + 2u) / 153u;
		const uint d = doy - (153u * mp + 2u) / 5u + 1u;
		const uint m = mp < 10u ? mp + 3u : mp - 9u;
		const int y = (int)yoe + era * 400 + (m <= 2u ? 1 : 0);
		ymd[i] = y * 10000 + (int)(m * 100u + d);
	}
}
