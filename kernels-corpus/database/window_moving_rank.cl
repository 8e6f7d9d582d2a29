// Window function: rank and moving average of each row within the preceding rows of its partition.
__kernel void WindowMovingRank(__global const int* part, __global const float* val,
                               __global int* rnk, __global float* mavg, int rows, int frame)
{
  int r = get_global_id(0);
  if (r >= rows) return;
  float mine = val[r], sum = 0;
  int less = 0, used = 0;
  for (int b = max(r - frame + 1, 0); b <= r; ++b) {
    if (part[b] != part[r]) continue;
    sum += val[b];
    less += val[b] < mine;
    used++;
  }
  rnk[r] = less + 1;
  mavg[r] = sum / used;
}
