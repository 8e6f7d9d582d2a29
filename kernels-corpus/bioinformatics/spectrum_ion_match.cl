// Score peptides against a binned spectrum: b and y ion masses accumulated from residue masses.
__kernel void spectrum_ion_match(__global const uchar *peptides, __constant float *residueMass,
                                 __global const float *binned, __global float *hyperscore,
                                 const int pepLen, const int bins, const float binWidth)
{
  const int id = get_global_id(0);
  __global const uchar *pep = peptides + id * pepLen;

  float whole = 18.0106f;
  for (int i = 0; i < pepLen; i++)
    whole += residueMass[pep[i] & 31];

  float b = 1.00728f, sum = 0.0f;
  int matched = 0;
  for (int i = 0; i + 1 < pepLen; i++) {
    b += residueMass[pep[i] & 31];
    const float y = whole - b + 2.01456f;
    const int ib = clamp((int)(b / binWidth), 0, bins - 1);
    const int iy = clamp((int)(y / binWidth), 0, bins - 1);
    const float hit = binned[ib] + binned[iy];
    matched += (binned[ib] > 0.0f) + (binned[iy] > 0.0f);
    sum += hit;
  }
  hyperscore[id] = log1p(fmax(sum, 0.0f)) + lgamma((float)matched + 1.0f);
}
