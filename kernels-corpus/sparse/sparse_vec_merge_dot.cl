// Dot products of pairs of sparse vectors with sorted indices by merging.
__kernel void sparseVecMergeDot(__global const uint *idxA, __global const float *valA,
                                __global const uint *idxB, __global const float *valB,
                                __global float *dots, const int lenA, const int lenB, const int pairs)
{
    const int g = get_global_id(0);
    if (g >= pairs)
        return;
    const int oa = g * lenA, ob = g * lenB;
    int i = 0, j = 0;
    float s = 0.0f;

    for (int step = 0; step < lenA + lenB && i < lenA && j < lenB; step++) {
        const uint a = idxA[oa + min(i, lenA - 1)];
        const uint b = idxB[ob + min(j, lenB - 1)];
        if (a == b)
            s += valA[oa + min(i, lenA - 1)] * valB[ob + min(j, lenB - 1)];
        i += a <= b;
        j += b <= a;
    }
    dots[g] = s;
}
