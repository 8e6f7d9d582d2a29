// Linkage disequilibrium r^2 between each marker and the following ones, haplotypes as bit rows.
__kernel void ld_r2_window(__global const ulong *hap, __global float *r2, const int markers, const int words, const int window)
{
	int pair = get_global_id(0);
	int m = pair / window;
	int other = m + 1 + pair % window;
	if (m >= markers)
		return;
	if (other >= markers) {
		r2[m * window + pair % window] = 0.0f;
		return;
	}

	uint nA = 0, nB = 0, nAB = 0;
	for (int w = 0; w < words; w++) {
		ulong a = hap[m * words + w], b = hap[other * words + w];
		nA += (uint)popcount(a);
		nB += (uint)popcount(b);
		nAB += (uint)popcount(a & b);
	}
	float n = 64.0f * (float)words;
	float pA = nA / n, pB = nB / n, D = nAB / n - pA * pB;
	float den = pA * (1.0f - pA) * pB * (1.0f - pB);
	r2[m * window + pair % window] = den > 1e-9f ? D * D / den : 0.0f;
}
