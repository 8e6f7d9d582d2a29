// Multi-spin coding: 64 Ising replicas in a word on a ring with next-nearest couplings, bit-sliced counters.
__kernel void ising_multispin(__global const ulong *spins, __global ulong *updated,
                              __global const ulong *rand1, __global const ulong *rand2, const uint len)
{
    const uint i = get_global_id(0);
    if (i < len) {
        const ulong s = spins[i];
        const ulong a = s ^ spins[(i + 1) % len];
        const ulong b = s ^ spins[(i + len - 1) % len];
        const ulong c = s ^ spins[(i + 2) % len];
        const ulong d = s ^ spins[(i + 2 * len - 2) % len];

        /* number of unequal neighbours as three bit planes */
        const ulong ab = a ^ b, cab = a & b;
        const ulong cd = c ^ d, ccd = c & d;
        const ulong one = ab ^ cd;
        const ulong carry = ab & cd;
        const ulong two = cab ^ ccd ^ carry;
        const ulong four = (cab & ccd) | (carry & (cab ^ ccd));

        const ulong downhill = four | two;
        const ulong flip = downhill | (one & rand1[i]) | (~one & ~downhill & rand1[i] & rand2[i]);
        updated[i] = s ^ flip;
    }
}
