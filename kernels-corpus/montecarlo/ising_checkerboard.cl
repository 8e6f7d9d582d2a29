// Metropolis half-sweep of a flattened periodic Ising lattice, updating one checkerboard colour.
typedef char spin_t;

__kernel void ising_checkerboard(__global spin_t *lattice,
				 __global const float *randoms,
				 const int W, const int H,
				 const int colour, const float beta)
{
	const int cell = get_global_id(0);
	if (cell >= W * H)
		return;

	const int x = cell % W;
	const int y = cell / W;
	if (((x ^ y) & 1) != (colour & 1))
		return;

	const int left  = y * W + (x + W - 1) % W;
	const int right = y * W + (x + 1) % W;
	const int up    = ((y + H - 1) % H) * W + x;
	const int down  = ((y + 1) % H) * W + x;

	const int s = lattice[cell] < 0 ? -1 : 1;
	const int field = lattice[left] + lattice[right] + lattice[up] + lattice[down];
	const float dE = 2.0f * s * field;

	lattice[cell] = (dE <= 0.0f || randoms[cell] < native_exp(-beta * dE)) ? -s : s;
}
