// Down-and-out put paths with the Brownian-bridge crossing probability between monitoring dates.
uint wang(uint x)
{
	x = (x ^ 61) ^ (x >> 16);
	x += x << 3;
	x ^= x >> 4;
	x *= 0x27d4eb2d;
	return x ^ (x >> 15);
}

__kernel void barrier_bridge_paths(__global float *payoff, __global int *knocked, float spot, float strike, float barrier_,
				   float drift, float vol, float dt, uint dates, uint seed)
{
	uint path = get_global_id(0);
	float ls = log(spot), lb = log(barrier_);
	float alive = 1.0f;
	float sd = vol * sqrt(dt);
	uint ctr = wang(seed + path);
	int when = -1;

	for (uint d = 0; d < dates; d++) {
		uint a = wang(ctr + 2 * d), b = wang(ctr + 2 * d + 1);
		float u1 = (a + 1.0f) * 2.3283064e-10f, u2 = b * 2.3283064e-10f;
		float z = sqrt(-2.0f * log(u1)) * cos(6.2831853f * u2);
		float ln = ls + (drift - 0.5f * vol * vol) * dt + sd * z;
		if (ln <= lb) {
			when = (int)d;
			alive = 0.0f;
			break;
		}
		alive *= 1.0f - exp(-2.0f * (ls - lb) * (ln - lb) / (sd * sd));
		ls = ln;
	}
	payoff[path] = alive * fmax(strike - exp(ls), 0.0f);
	knocked[path] = when;
}
