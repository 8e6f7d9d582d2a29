// Sorts the eight lanes of each float8 with an optimal 19-comparator network.
#define CX(i, j) { float t = fmin(v.s##i, v.s##j); v.s##j = fmax(v.s##i, v.s##j); v.s##i = t; }

kernel void network8_float(global float8 *data)
{
	size_t g = get_global_id(0);
	float8 v = data[g];

	CX(0, 1) CX(2, 3) CX(4, 5) CX(6, 7)
	CX(0, 2) CX(1, 3) CX(4, 6) CX(5, 7)
	CX(1, 2) CX(5, 6) CX(0, 4) CX(3, 7)
	CX(1, 5) CX(2, 6)
	CX(1, 4) CX(3, 6)
	CX(2, 4) CX(3, 5)
	CX(3, 4)
	data[g] = v;
}
