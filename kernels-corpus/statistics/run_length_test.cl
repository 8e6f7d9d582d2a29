// Wald-Wolfowitz runs test of bit sequences: runs, ones and the normal score of each sequence.
__kernel void run_length_test(__global const uint *bits, __global float *z, uint words, uint sequences)
{
    uint s = get_global_id(0);
    if (s >= sequences) return;
    uint ones = 0, flips = 0, carry = bits[s * words] & 1u;
    for (uint w = 0; w < words; ++w) {
        uint v = bits[s * words + w];
        ones += popcount(v);
        flips += popcount(v ^ (v << 1 | carry));
        carry = v >> 31;
    }
    float n1 = (float)ones, n = 32.0f * (float)words, n2 = n - n1;
    float mean = 2.0f * n1 * n2 / n + 1.0f;
    float var = (mean - 1.0f) * (mean - 2.0f) / (n - 1.0f);
    z[s] = var > 0.0f ? ((float)(flips + 1u) - mean) * rsqrt(var) : 0.0f;
}
