// Scan by key: running sums that restart when the key changes, each work-item on its own chunk.
__kernel void ByKeySerialChunks(__global const short* keys, __global const int* values,
                                __global int* sums, __global int* carryOut, int chunk, int n)
{
  int begin = get_global_id(0) * chunk;
  int end = min(begin + chunk, n);
  int run = 0;

  for (int i = begin; i < end; i++)
  {
    bool restart = (i == begin) || keys[i] != keys[max(i - 1, 0)];
    run = restart ? values[i] : run + values[i];
    sums[i] = run;
  }
  carryOut[get_global_id(0)] = run;
}
