// Length of GPS tracks by haversine distances, points in integer microdegrees, tracks by offsets.
#define DEG(v) ((v) * (1e-6f * M_PI_F / 180.0f))
static float haversine(int2 a, int2 b)
{
	float la = DEG((float)a.x), lb = DEG((float)b.x);
	float s = sin(0.5f * (lb - la)), t = sin(0.5f * DEG((float)(b.y - a.y)));
	return 2.0f * 6371.0f * asin(sqrt(clamp(s * s + cos(la) * cos(lb) * t * t, 0.0f, 1.0f)));
}

__kernel void track_length_haversine(__global const int2 *latLon, __global const uint *trackStart, __global float *km,
				     __global float *longestLeg, uint tracks)
{
	uint t = get_global_id(0);
	if (t >= tracks)
		return;
	float len = 0, top = 0;
	for (uint k = trackStart[t]; k + 1 < trackStart[t + 1]; ++k) {
		float leg = haversine(latLon[k], latLon[k + 1]);
		len += leg;
		top = fmax(top, leg);
	}
	km[t] = len;
	longestLeg[t] = top;
}
