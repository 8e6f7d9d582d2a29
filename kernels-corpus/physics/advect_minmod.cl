// Second-order upwind advection with a minmod limiter and a space-dependent velocity.
static inline float minmod(float a, float b)
{
	return (a * b <= 0.0f) ? 0.0f : copysign(fmin(fabs(a), fabs(b)), a);
}

static inline float face_flux(global const float *q, global const float *vel, int i, int n, float lambda)
{
	/* flux through the face between cells i and i + 1 */
	int im = max(i - 1, 0), ic = max(i, 0);
	int ip = min(i + 1, n - 1), ipp = min(i + 2, n - 1);
	float v = 0.5f * (vel[ic] + vel[ip]);

	if (v >= 0.0f)
		return v * (q[ic] + 0.5f * (1.0f - lambda * v) * minmod(q[ic] - q[im], q[ip] - q[ic]));
	return v * (q[ip] - 0.5f * (1.0f + lambda * v) * minmod(q[ip] - q[ic], q[ipp] - q[ip]));
}

kernel void advect_minmod(global const float *q, global const float *vel, global float *qnext,
			  int ncells, float dt_dx)
{
	int i = get_global_id(0);
	if (i < ncells) {
		float right = face_flux(q, vel, i, ncells, dt_dx);
		float left = face_flux(q, vel, i - 1, ncells, dt_dx);
		qnext[i] = q[i] - dt_dx * (right - left);
	}
}
