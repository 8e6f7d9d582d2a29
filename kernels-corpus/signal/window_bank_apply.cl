// Multiplies audio by one of five window functions chosen at run time.
enum window_kind { RECT, TRIANGLE, HAMMING, BLACKMAN, GAUSS };

static float window_at(int kind, float u)      /* u in [0, 1] */
{
	switch (kind) {
	case TRIANGLE:
		return 1.0f - fabs(2.0f * u - 1.0f);
	case HAMMING:
		return 0.54f - 0.46f * cospi(2.0f * u);
	case BLACKMAN:
		return 0.42f - 0.5f * cospi(2.0f * u) + 0.08f * cospi(4.0f * u);
	case GAUSS: {
		float z = (u - 0.5f) / 0.2f;
		return exp(-0.5f * z * z);
	}
	default:
		return 1.0f;
	}
}

__kernel void window_bank_apply(__global float *audio, __global const uchar *kind_of_frame,
				uint frame_len, uint total)
{
	for (uint i = get_global_id(0); i < total; i += get_global_size(0)) {
		float u = (float)(i % frame_len) / (float)frame_len;
		audio[i] *= window_at(kind_of_frame[i / frame_len], u);
	}
}
