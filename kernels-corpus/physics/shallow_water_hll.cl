// HLL fluxes of the 1-D shallow water equations at every interface, dry cells handled.
#define GRAV 9.81f
#define H_MIN 1e-5f

__kernel void shallow_water_hll(__global const float *h, __global const float *hu,
                                __global float *fluxH, __global float *fluxHu, __global float *maxSpeed, const int faces)
{
	int f = get_global_id(0);
	if (f >= faces)
		return;

	float hl = fmax(h[f], 0.0f), hr = fmax(h[f + 1], 0.0f);
	float ul = hl > H_MIN ? hu[f] / hl : 0.0f;
	float ur = hr > H_MIN ? hu[f + 1] / hr : 0.0f;
	float cl = sqrt(GRAV * hl), cr = sqrt(GRAV * hr);
	float us = 0.5f * (ul + ur) + cl - cr;
	float cs = 0.5f * (cl + cr) + 0.25f * (ul - ur);
	float sl = hl > H_MIN ? fmin(ul - cl, us - cs) : ur - 2.0f * cr;
	float sr = hr > H_MIN ? fmax(ur + cr, us + cs) : ul + 2.0f * cl;
	float f0l = hl * ul, f0r = hr * ur;
	float f1l = f0l * ul + 0.5f * GRAV * hl * hl, f1r = f0r * ur + 0.5f * GRAV * hr * hr;

	if (sl >= 0.0f) {
		fluxH[f] = f0l;
		fluxHu[f] = f1l;
	} else if (sr <= 0.0f) {
		fluxH[f] = f0r;
		fluxHu[f] = f1r;
	} else {
		float w = 1.0f / (sr - sl + 1e-12f);
		fluxH[f] = w * (sr * f0l - sl * f0r + sl * sr * (hr - hl));
		fluxHu[f] = w * (sr * f1l - sl * f1r + sl * sr * (f0r - f0l));
	}
	maxSpeed[f] = fmax(fabs(sl), fabs(sr));
}
