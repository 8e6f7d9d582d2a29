// Soft k-means memberships: Boltzmann weights of squared distances in the plane, normalised in a second pass.
typedef float real;

static real sq(real v) { return v * v; }

kernel void soft_assign_beta(global const real *restrict px, global const real *restrict py,
                             constant real *cx, constant real *cy,
                             global real *restrict weight, const int n, const int k, const real beta)
{
  const int i = get_global_id(0);
  if (i >= n) return;

  real nearest = MAXFLOAT;
  for (int c = 0; c < k; ++c)
    nearest = fmin(nearest, sq(px[i] - cx[c]) + sq(py[i] - cy[c]));

  real z = 0;
  for (int c = 0; c < k; ++c) {
    const real d2 = sq(px[i] - cx[c]) + sq(py[i] - cy[c]);
    const real e = native_exp(-beta * (d2 - nearest));
    weight[c * n + i] = e;
    z += e;
  }

  const real inv = 1.0f / z;
  for (int c = 0; c < k; ++c)
    weight[c * n + i] *= inv;
}
