// Montgomery multiplication of 256-bit numbers in eight limbs (coarsely integrated operand scanning).
#define LIMBS 8

__kernel void montgomery_redc_mul(__global const uint *A, __global const uint *B, __constant uint *N,
                                  __global uint *out, const uint n0inv, const uint pitch)
{
    const uint g = get_global_id(0);
    if (g >= pitch) return;
    uint t[LIMBS + 2];
    for (int k = 0; k < LIMBS + 2; k++) t[k] = 0;

    for (int i = 0; i < LIMBS; i++) {
        const uint b = B[i * pitch + g];
        ulong carry = 0;
        for (int j = 0; j < LIMBS; j++) {
            const ulong s = (ulong)A[j * pitch + g] * b + t[j] + carry;
            t[j] = (uint)s;
            carry = s >> 32;
        }
        ulong s = (ulong)t[LIMBS] + carry;
        t[LIMBS] = (uint)s;
        t[LIMBS + 1] = (uint)(s >> 32);

        const uint q = t[0] * n0inv;
        carry = ((ulong)q * N[0] + t[0]) >> 32;
        for (int j = 1; j < LIMBS; j++) {
            s = (ulong)q * N[j] + t[j] + carry;
            t[j - 1] = (uint)s;
            carry = s >> 32;
        }
        s = (ulong)t[LIMBS] + carry;
        t[LIMBS - 1] = (uint)s;
        t[LIMBS] = t[LIMBS + 1] + (uint)(s >> 32);
    }
    for (int k = 0; k < LIMBS; k++)
        out[k * pitch + g] = t[k];
}
