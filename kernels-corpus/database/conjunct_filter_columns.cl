// Conjunction of three predicates on columns of different types, with short-circuit tests and a revenue sum.
typedef struct { int dateFrom; int dateTo; float discMin; float discMax; uchar maxQty; } Where;

kernel void conjunctFilterColumns(global const int *shipDate, global const float *discount,
                                  global const uchar *qty, global const float *price,
                                  global float *revenue, const int rows,
                                  const int dateFrom, const int dateTo)
{
  const Where w = { dateFrom, dateTo, 0.05f, 0.07f, 24 };
  float sum = 0.0f;

  for (int r = get_global_id(0); r < rows; r += get_global_size(0)) {
    const int d = shipDate[r];
    if (d < w.dateFrom || d >= w.dateTo)
      continue;
    const float disc = discount[r];
    if (disc < w.discMin || disc > w.discMax)
      continue;
    if (qty[r] >= w.maxQty)
      continue;
    sum += price[r] * disc;
  }
  revenue[get_global_id(0)] = sum;
}
