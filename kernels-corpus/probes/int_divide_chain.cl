// Integer division and remainder chain with a divisor that changes every step.
__kernel void IntDivideChain(__global const uint *pSeed, __global uint *pOut, uint uSteps, uint uDivisor)
{
    const uint gid = get_global_id(0);
    uint x = pSeed[gid] | 0x80000000u;
    uint d = uDivisor;
    for (uint s = 0; s < uSteps; ++s)
    {
        const uint q = x / d;
        const uint r = x % d;
        x = (q << 3) + r + 0x01234567u;
        d = (r & 1023u) + 1u;
    }
    pOut[gid] = x;
}
