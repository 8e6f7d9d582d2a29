// Sampled dense-dense product: for every stored position the dot product of two factor rows.
__kernel void csr_sddmm(__global const int *entryRow, __global const int *entryCol,
                        __global const float *U, __global const float *V,
                        __global float *outVal, int nnz, int rank)
{
  for (int e = get_global_id(0); e < nnz; e += get_global_size(0)) {
    __global const float *u = U + entryRow[e] * rank;
    __global const float *v = V + entryCol[e] * rank;
    float d = 0.0f;
    for (int k = 0; k < rank; k++)
      d += u[k] * v[k];
    outVal[e] *= d;
  }
}
