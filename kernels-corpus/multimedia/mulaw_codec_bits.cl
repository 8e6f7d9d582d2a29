// Mu-law companding: encodes linear samples to bytes with the segment found by leading zeros, and decodes them back.
#define BIAS 132
#define CLIP 32635

__kernel void mulaw_codec_bits(__global const short *pcm, __global uchar *coded, __global short *error, uint n)
{
	uint i = get_global_id(0);
	if (i < n) {
		int s = pcm[i];
		int neg = s < 0;
		int mag = min(abs(s), (uint)CLIP) + BIAS;
		int seg = 24 - (int)clz(mag);
		int man = mag >> (seg + 3) & 15;
		coded[i] = (uchar)~(neg << 7 | seg << 4 | man);

		int back = (((man << 3) + BIAS) << seg) - BIAS;
		error[i] = (short)(s - (neg ? -back : back));
	}
}
