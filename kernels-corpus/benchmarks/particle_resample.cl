// Particle filter: each new particle is the old one at its point on the wheel, found by counting what lies below.
kernel void particle_resample(global const float *cdf, global const float *u, global const float2 *oldPlace,
                              global float2 *newPlace, const int particles, const int length)
{
    int i = get_global_id(0);
    if (i >= particles) return;
    int index = 0;
    float wheel = u[i];
    for (int x = 0; x < length; x++)
        if (cdf[x] < wheel) index = x;
    newPlace[i] = oldPlace[index];
}
