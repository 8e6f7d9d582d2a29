// Positions from orbital elements: capped Newton on Kepler's equation, rotation by three angles.
__kernel void kepler_orbit_positions(__global const float8 *elements, __global float4 *position, const float time, const int capNewton, const int n)
{
  const int i = get_global_id(0);
  if (i >= n) return;
  const float8 el = elements[i];               /* a, e, inclination, node, periapsis, M0, motion, - */
  const float e = clamp(fabs(el.s1), 0.0f, 0.99f);
  const float M = fmod(el.s5 + el.s6 * time, 2.0f * M_PI_F);
  float E = e < 0.8f ? M : M_PI_F;
  for (int k = 0; k < capNewton; k++) {
    const float dE = (E - e * sin(E) - M) / (1.0f - e * cos(E));
    E -= dE;
    if (fabs(dE) < 1e-6f)
      break;
  }
  const float px = el.s0 * (cos(E) - e), py = el.s0 * sqrt(1.0f - e * e) * sin(E);
  float cn, ci, cw;
  const float sn = sincos(el.s3, &cn), si = sincos(el.s2, &ci), sw = sincos(el.s4, &cw);
  position[i] = (float4)(px * (cn * cw - sn * sw * ci) - py * (cn * sw + sn * cw * ci),
                         px * (sn * cw + cn * sw * ci) - py * (sn * sw - cn * cw * ci),
                         px * sw * si + py * cw * si, el.s0 * (1.0f - e * cos(E)));
}
