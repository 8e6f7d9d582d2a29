// Thirteen-point biharmonic operator of a clamped thin plate, damped explicit update in double.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define W(dx, dy) w[at + (dx) + (dy) * pitch]

__kernel void plate_biharmonic(__global const double *w, __global double *wNext, __global const double *load,
                               int pitch, int lines, double rigidity, double damping)
{
	int at = get_global_id(0);
	int c = at % pitch;
	int r = at / pitch;

	if (at >= pitch * lines || r < 2 || r >= lines - 2)
		return;
	if (c < 2 || c >= pitch - 2)
		return;

	double b = 20.0 * W(0, 0);
	b -= 8.0 * (W(1, 0) + W(-1, 0) + W(0, 1) + W(0, -1));
	b += 2.0 * (W(1, 1) + W(-1, 1) + W(1, -1) + W(-1, -1));
	b += W(2, 0) + W(-2, 0) + W(0, 2) + W(0, -2);

	wNext[at] = W(0, 0) + damping * (load[at] - rigidity * b);
}
