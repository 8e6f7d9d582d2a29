// One colour of a red-black over-relaxation sweep, two cells apart per work-item, interior only.
__kernel void poisson_redblack_sor(__global float *phi, __global const float *rhs, __global float *residual,
                                   const uint nx, const uint ny, const uint color, const float omega, const float h2)
{
	const uint half_row = nx / 2;
	const uint id = get_global_id(0);
	if (half_row == 0 || id >= half_row * ny)
		return;

	const uint j = id / half_row;
	const uint i = 2 * (id % half_row) + ((j + color) & 1);
	if (i == 0 || j == 0 || i + 1 >= nx || j + 1 >= ny)
		return;

	__global float *p = phi + j * nx + i;
	const float r = p[1] + *(p - 1) + p[nx] + phi[(j - 1) * nx + i] - 4.0f * p[0] - h2 * rhs[j * nx + i];
	*p += 0.25f * omega * r;
	residual[id] = fabs(r);
}
