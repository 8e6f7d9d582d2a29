// Euler equations on an unstructured grid: fluxes of each cell over its four faces, neighbours by index or boundary.
#define GAMMA 1.4f
#define NNB 4

typedef struct { float density; float4 momentum; float energy; } Cons;

static float pressure_of(Cons q)
{
    float m2 = q.momentum.x * q.momentum.x + q.momentum.y * q.momentum.y + q.momentum.z * q.momentum.z;
    return (GAMMA - 1.0f) * (q.energy - 0.5f * m2 / q.density);
}

static Cons read_cell(__global const float *variables, int cell, int nelr)
{
    Cons q;
    q.density = fmax(variables[cell], 0.01f);
    q.momentum = (float4)(variables[cell + nelr], variables[cell + 2 * nelr], variables[cell + 3 * nelr], 0.0f);
    q.energy = variables[cell + 4 * nelr];
    return q;
}

static void add_side(Cons *flux, Cons q, float p, float4 n, float factor)
{
    float vn = (n.x * q.momentum.x + n.y * q.momentum.y + n.z * q.momentum.z) / q.density;
    flux->density += factor * vn * q.density;
    flux->momentum += factor * (vn * q.momentum + p * n);
    flux->energy += factor * vn * (q.energy + p);
}

__kernel void cfd_flux(__global const int *elements_surrounding_elements, __global const float *normals,
                       __global const float *variables, __global const float *ff_variable, __global float *fluxes,
                       int nelr)
{
    const int i = get_global_id(0);
    if (i >= nelr) return;
    const Cons own = read_cell(variables, i, nelr);
    const float p_own = pressure_of(own);
    Cons flux = {0.0f, (float4)(0.0f), 0.0f};

    for (int j = 0; j < NNB; j++) {
        const int nb = elements_surrounding_elements[i + j * nelr];
        const float4 n = (float4)(normals[i + j * nelr], normals[i + (j + NNB) * nelr],
                                  normals[i + (j + 2 * NNB) * nelr], 0.0f);
        if (nb != i) {
            const Cons other = read_cell(variables, nb, nelr);
            const float p = pressure_of(other);
            const float sound = sqrt(fabs(GAMMA * p / other.density)) + sqrt(fabs(GAMMA * p_own / own.density));
            const float damp = -0.1f * length(n) * sound;
            flux.density += damp * (own.density - other.density);
            flux.energy += damp * (own.energy - other.energy);
            flux.momentum += damp * (own.momentum - other.momentum);
            add_side(&flux, other, p, n, 0.5f);
            add_side(&flux, own, p_own, n, 0.5f);
        } else {
            const Cons far = {ff_variable[0], (float4)(ff_variable[1], ff_variable[2], ff_variable[3], 0.0f),
                              ff_variable[4]};
            add_side(&flux, far, pressure_of(far), n, 1.0f);
        }
    }
    fluxes[i] = flux.density;
    fluxes[i + nelr] = flux.momentum.x;
    fluxes[i + 2 * nelr] = flux.momentum.y;
    fluxes[i + 3 * nelr] = flux.momentum.z;
    fluxes[i + 4 * nelr] = flux.energy;
}
