// Sorts by counting: the rank of each key is the number of smaller ones (ties by position).
__kernel void rankByCount(__global const int* keys, __global int* sorted, __global int* ranks, int n)
{
  int me = get_global_id(0);
  if (me >= n) return;

  int key = keys[me];
  int rank = 0;
  for (int j = 0; j < n; j++) {
    int other = keys[j];
    rank += (other < key) || (other == key && j < me);
  }
  ranks[me] = rank;
  sorted[min(rank, n - 1)] = key;
}
