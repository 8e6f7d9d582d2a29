// Jaccard similarity of all pairs of bit-set fingerprints, one matrix entry per work-item.
__kernel void jaccard_pairs(__global const uint *fingerprints, __global float *similarity,
                            int numSets, int wordsPerSet)
{
  int e = get_global_id(0);
  if (e < numSets * numSets)
  {
    int row = e / numSets, col = e % numSets;
    if (col <= row)
    {
      int inter = 0, uni = 0;
      __global const uint *A = fingerprints + row * wordsPerSet;
      __global const uint *B = fingerprints + col * wordsPerSet;
      for (int w = wordsPerSet - 1; w >= 0; --w)
      {
        inter += popcount(A[w] & B[w]);
        uni   += popcount(A[w] | B[w]);
      }
      similarity[e] = uni ? (float)inter / (float)uni : 1.0f;
    }
    else
      similarity[e] = 0.0f;
  }
}
