// Block rows of 3x3 blocks: three work-items share a block row, one scalar row each.
enum { B = 3, BB = B * B };

__kernel void bsr3_lane_row(__global const int *browPtr, __global const int *bcol, __global const float *blk,
                            __global const float *x, __global float *y, int brows)
{
  int g = get_global_id(0);
  int br = g / B, sub = g % B;
  if (br < brows) {
    float s = 0.0f;
    for (int k = browPtr[br]; k < browPtr[br + 1]; ++k) {
      __global const float *b = blk + k * BB + sub * B;
      __global const float *xv = x + bcol[k] * B;
      s += b[0] * xv[0] + b[1] * xv[1] + b[2] * xv[2];
    }
    y[g] = s;
  }
}
