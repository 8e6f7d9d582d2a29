// Binarised dense layer: XNOR and population count, batch-norm folded to thresholds, outputs packed by 32.
__kernel void xnor_popcount_layer(__global const uint *in, __global const uint *weights, __global const int *threshold,
                                  __global uint *packedOut, const int words)
{
    const int g = get_global_id(0);
    uint bitsOut = 0;
    for (int b = 0; b < 32; ++b) {
        int agree = 0;
        for (int w = 0; w < words; ++w)
            agree += popcount(~(in[w] ^ weights[(g * 32 + b) * words + w]));
        bitsOut |= (uint)(2 * agree - 32 * words >= threshold[g * 32 + b]) << b;
    }
    packedOut[g] = bitsOut;
}
