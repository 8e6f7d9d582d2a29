// Euler equations: the local time step of each cell from its area, speed and speed of sound.
__kernel void cfd_step_factor(__global const float *variables, __global const float *areas,
                              __global float *step_factors, int nelr)
{
    const int i = get_global_id(0);
    if (i >= nelr)
        return;
    float density = fmax(variables[i], 1e-3f);
    float3 momentum = (float3)(variables[i + nelr * 1], variables[i + nelr * 2], variables[i + nelr * 3]);
    float density_energy = variables[i + nelr * 4];
    float3 velocity = momentum / density;
    float speed_sqd = dot(velocity, velocity);
    float pressure = 0.4f * (density_energy - 0.5f * density * speed_sqd);
    float speed_of_sound = sqrt(1.4f * fabs(pressure) / density);
    step_factors[i] = 0.5f / (sqrt(areas[i]) * (sqrt(speed_sqd) + speed_of_sound) + 1e-6f);
}
