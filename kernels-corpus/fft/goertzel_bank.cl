// Goertzel power of a bank of tones over one block of 16-bit samples, one tone a work-item.
__kernel void goertzel_bank(__global const short *Pcm, __global const float *Freq, __global float *Power,
                            float SampleRate, int BlockLen, int Tones)
{
	int Tone = (int)get_global_id(0);
	if (Tone < Tones)
	{
		float Coef = 2.0f * cos(2.0f * M_PI_F * Freq[Tone] / SampleRate);
		float S1 = 0.0f;
		float S2 = 0.0f;
		for (int t = 0; t < BlockLen; t++)
		{
			float S0 = (float)Pcm[t] * (1.0f / 32768.0f) + Coef * S1 - S2;
			S2 = S1;
			S1 = S0;
		}
		Power[Tone] = S1 * S1 + S2 * S2 - Coef * S1 * S2;
	}
}
