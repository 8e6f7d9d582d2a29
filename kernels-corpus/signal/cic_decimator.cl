// Four-stage cascaded integrator-comb decimator on wrapping 32-bit integers, one stream a work-item.
kernel void cic_decimator(global const int *adc, global int *low, const uint ratio, const uint outs, const uint streams)
{
	uint s = get_global_id(0);

	if (s < streams) {
		uint4 integ = 0, comb = 0;
		for (uint o = 0; o < outs; o++) {
			for (uint r = 0; r < ratio; r++) {
				integ.x += (uint)adc[(o * ratio + r) * streams + s];
				integ.yzw += integ.xyz;
			}
			uint v = integ.w;
			uint4 prev = comb;
			comb = (uint4)(v, v - prev.x, v - prev.x - prev.y, v - prev.x - prev.y - prev.z);
			low[o * streams + s] = (int)(comb.w - prev.w);
		}
	}
}
