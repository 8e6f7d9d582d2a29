// Out-of-place transpose of a batch of small matrices, one element a work-item, strided writes.
typedef ushort2 elem_t;

__kernel void transposeBatch(__global const elem_t *in, __global elem_t *out,
                             const ulong rows, const ulong cols, const ulong batch)
{
	const ulong g = get_global_id(0);
	const ulong area = rows * cols;
	const ulong mat = g / area;
	const ulong rest = g % area;
	const ulong r = rest / cols;
	const ulong c = rest % cols;

	if (mat >= batch)
		return;
	out[mat * area + c * rows + r] = in[mat * area + r * cols + c].yx;
}
