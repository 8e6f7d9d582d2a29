// One kick-drift leapfrog update of particles stored as an array of structs, with a reflecting box.
typedef struct {
	float px, py, pz;
	float vx, vy, vz;
	float mass;
	uint  flags;
} Particle;

#define FLAG_HIT_WALL 1u

static float reflect_axis(float p, float *v, float box, uint *hit)
{
	if (p < 0.0f || p > box) {
		*v = -*v;
		*hit = FLAG_HIT_WALL;
	}
	return clamp(p, 0.0f, box);
}

__kernel void leapfrog_drift(__global Particle *parts, __global const float *force,
			     uint count, float dt, float box)
{
	for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) {
		Particle p = parts[i];
		float k = dt / fmax(p.mass, 1e-6f);
		uint hit = 0;

		p.vx += k * force[3 * i];
		p.vy += k * force[3 * i + 1];
		p.vz += k * force[3 * i + 2];
		p.px = reflect_axis(p.px + dt * p.vx, &p.vx, box, &hit);
		p.py = reflect_axis(p.py + dt * p.vy, &p.vy, box, &hit);
		p.pz = reflect_axis(p.pz + dt * p.vz, &p.vz, box, &hit);
		p.flags = (p.flags & ~FLAG_HIT_WALL) | hit;
		parts[i] = p;
	}
}
