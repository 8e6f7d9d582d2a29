// Cuts overlapping frames out of 16-bit audio, removes DC roughly and applies a Hann window.
#ifndef M_PI_F
#define M_PI_F 3.14159274f
#endif

static inline float hann(uint k, uint len)
{
	return 0.5f - 0.5f * native_cos(2.0f * M_PI_F * (float)k / (float)len);
}

__kernel void hann_frames(__global const short *pcm, __global float *windowed,
                          uint frame_len, uint hop, uint frames)
{
	uint i = get_global_id(0);
	uint frame = i / frame_len;
	uint k = i % frame_len;

	if (frame < frames) {
		__global const short *p = pcm + frame * hop;
		float dc = 0.5f * (p[0] + p[frame_len - 1]);
		windowed[i] = ((float)p[k] - dc) * (hann(k, frame_len) / 32768.0f);
	}
}
