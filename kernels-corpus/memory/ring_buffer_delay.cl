// Feedback delay line per voice held in a ring buffer in global memory, layout voice-minor.
__kernel void ring_buffer_delay(__global float *ring, __global const float *dry, __global float *wet,
                                const uint voices, const uint frames, const uint delay, const float feedback)
{
	const uint v = get_global_id(0);
	if (v >= voices)
		return;
	uint head = 0;
	for (uint f = 0; f < frames; f++) {
		const float old = ring[head * voices + v];
		const float now = dry[f * voices + v] + feedback * old;
		ring[head * voices + v] = now;
		wet[f * voices + v] = old;
		head = (head + 1u) % delay;
	}
}
