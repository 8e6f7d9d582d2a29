// Conversion probe: values go through half storage and back many times with different rounding.
kernel void half_roundtrip_chain(global half *store, const uint trips, const float grow)
{
	const size_t at = get_global_id(0);
	for (uint t = 0; t < trips; t++) {
		const float v = vload_half(at, store);
		if (t & 1u)
			vstore_half_rtz(v * grow, at, store);
		else
			vstore_half_rtp(v / grow, at, store);
	}
}
