// One level of a Merkle tree: parent digests of eight words mixed from two children by ARX rounds.
static uint8 arx(uint8 a, uint8 b, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        a += b;
        b = rotate(b, (uint8)(7)) ^ a;
        a = a.s12345670 + (uint)r;
        b += rotate(a, (uint8)(18));
    }
    return a ^ b;
}

__kernel void merkle_fold_level(__global const uint8 *children, __global uint8 *parents, int nParents, int nChildren, int rounds)
{
    int p = get_global_id(0);
    if (p < nParents) {
        int left = min(2 * p, nChildren - 1);
        int right = min(2 * p + 1, nChildren - 1);
        parents[p] = arx(children[left], children[right], rounds);
    }
}
