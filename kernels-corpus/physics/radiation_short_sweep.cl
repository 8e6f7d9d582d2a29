// Radiative transfer along rays: up and down sweeps through a column of layers with emission.
typedef struct { float tau; float planck; } Layer;

__kernel void radiation_short_sweep(__global const Layer *atm, __global float *up, __global float *down,
                                    __global const float *mu, const int nlayers, const float surface)
{
	const int col = get_global_id(0);
	const float secant = 1.0f / fmax(mu[col], 0.01f);
	float I = 0.0f;
	int k;

	for (k = nlayers - 1; k >= 0; k--) {
		const Layer l = atm[col * nlayers + k];
		const float tr = exp(-l.tau * secant);
		I = I * tr + l.planck * (1.0f - tr);
		down[col * nlayers + k] = I;
	}
	I = surface;
	for (k = 0; k < nlayers; k++) {
		const Layer l = atm[col * nlayers + k];
		const float t = l.tau * secant;
		const float em = t > 1e-3f ? -expm1(-t) : t * (1.0f - 0.5f * t);
		I = fma(em, l.planck - I, I);
		up[col * nlayers + k] = I;
	}
}
