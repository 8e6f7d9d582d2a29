// Converts interleaved complex samples to a magnitude plane in dB and a phase plane in turns.
#define INV_2PI 0.15915494309189535f

__kernel
void cart_to_polar(__global const float2 * z,
                   __global float * mag_db,
                   __global float * turns)
{
  size_t i = get_global_id(0);
  float2 c = z[i];
  float power = dot(c, c);
  float t = atan2(c.y, c.x) * INV_2PI;

  mag_db[i] = power > 0.0f ? 10.0f * log10(power) : -200.0f;
  turns[i] = t < 0.0f ? t + 1.0f : t;
}
