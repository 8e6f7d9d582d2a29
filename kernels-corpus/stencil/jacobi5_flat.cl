// Jacobi relaxation of a 2-D Poisson problem on a flattened grid (five points).
#define IDX(r, c) ((r) * nx + (c))

kernel void jacobi5_flat(global const float *u, global const float *f, global float *v,
                         int nx, int ny, float h2, float omega)
{
	int cell = get_global_id(0);
	if (cell >= nx * ny)
		return;

	int r = cell / nx;
	int c = cell - r * nx;
	float old = u[cell];

	if (r < 1 || c < 1 || r > ny - 2 || c > nx - 2) {
		v[cell] = old;          /* Dirichlet rim */
		return;
	}

	float nb = u[IDX(r - 1, c)] + u[IDX(r + 1, c)] + u[IDX(r, c - 1)] + u[IDX(r, c + 1)];
	v[cell] = mix(old, 0.25f * (nb + h2 * f[cell]), omega);
}
