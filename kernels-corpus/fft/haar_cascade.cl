// All Haar levels of 64-sample segments by one work-item each, with soft threshold of the details.
#define SEG 64

static float shrink(float v, float limit) { return copysign(fmax(fabs(v) - limit, 0.0f), v); }

__kernel void haar_cascade(__global const float *samples, __global float *tree, float limit)
{
  size_t base = get_global_id(0) * SEG;
  float work[SEG];

  for (int i = 0; i < SEG; i++)
    work[i] = samples[base + i];

  for (int h = SEG / 2; h >= 1; h /= 2) {
    for (int i = 0; i < h; i++) {
      float a = work[2 * i], b = work[2 * i + 1];
      tree[base + h + i] = shrink((a - b) * M_SQRT1_2_F, limit);
      work[i] = (a + b) * M_SQRT1_2_F;
    }
  }
  tree[base] = work[0];
}
