// Mass, centre and traceless quadrupole of tree leaves with a fixed number of bodies each.
enum { LEAF = 16, MOMENTS = 10 };

__kernel void leaf_multipoles(__global const float *bodies, __global float *moments)
{
	int leaf = get_global_id(0);
	__global const float *b = bodies + leaf * LEAF * 4;
	__global float *out = moments + leaf * MOMENTS;
	float m = 0, c[3] = { 0, 0, 0 }, q[6] = { 0, 0, 0, 0, 0, 0 };
	int k, d;

	for (k = 0; k < LEAF; k++) {
		float w = b[4 * k + 3];
		m += w;
		for (d = 0; d < 3; d++)
			c[d] += w * b[4 * k + d];
	}
	for (d = 0; d < 3; d++)
		c[d] /= m + 1e-20f;
	for (k = 0; k < LEAF; k++) {
		float w = b[4 * k + 3];
		float dx = b[4 * k] - c[0], dy = b[4 * k + 1] - c[1], dz = b[4 * k + 2] - c[2];
		float tr = dx * dx + dy * dy + dz * dz;
		q[0] += w * (3 * dx * dx - tr);
		q[1] += w * 3 * dx * dy;
		q[2] += w * 3 * dx * dz;
		q[3] += w * (3 * dy * dy - tr);
		q[4] += w * 3 * dy * dz;
		q[5] += w * (3 * dz * dz - tr);
	}
	out[0] = m;
	for (d = 0; d < 3; d++)
		out[1 + d] = c[d];
	for (d = 0; d < 6; d++)
		out[4 + d] = q[d];
}
