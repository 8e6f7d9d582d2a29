// Action density and molecular-dynamics force of a scalar phi^4 field on a 4-D torus of edge 2^lg.
__kernel void phi4_action_force(__global const float *phi, __global float *momentum, __global float *action,
                                const uint lg, const float kappa, const float lambda, const float eps)
{
  const uint edge = 1u << (lg & 7u), mask = edge - 1u;
  const uint volume = edge * edge * edge * edge;
  const uint site = get_global_id(0);
  if (site < volume) {
    const float p = phi[site];
    float ahead = 0.0f, behind = 0.0f;
    uint pitch = 1u;
    for (int mu = 0; mu < 4; mu++) {
      const uint x = (site / pitch) & mask;
      const uint rest = site - x * pitch;
      ahead += phi[min(rest + ((x + 1u) & mask) * pitch, volume - 1u)];
      behind += phi[min(rest + ((x - 1u) & mask) * pitch, volume - 1u)];
      pitch *= edge;
    }
    const float d = p * p - 1.0f;
    action[site] = -2.0f * kappa * p * ahead + p * p + lambda * d * d;
    momentum[site] -= eps * (-2.0f * kappa * (ahead + behind) + 2.0f * p + 4.0f * lambda * d * p);
  }
}
