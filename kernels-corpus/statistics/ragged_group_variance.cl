// Mean and variance of ragged groups given by row offsets, two passes over the members.
kernel void ragged_group_variance(global const float *val, global const int *offset, global float2 *meanVar, int groups)
{
  int g = get_global_id(0);
  if (g >= groups) return;
  int n = offset[g + 1] - offset[g];
  float mean = 0.0f, var = 0.0f;
  for (int j = offset[g]; j < offset[g + 1]; ++j)
    mean += val[j];
  mean /= (float)max(n, 1);
  for (int j = offset[g]; j < offset[g + 1]; ++j)
    var += (val[j] - mean) * (val[j] - mean);
  meanVar[g] = (float2)(mean, n > 1 ? var / (float)(n - 1) : 0.0f);
}
