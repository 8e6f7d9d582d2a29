// Sixth-order cross stencil of thirteen points in a padded plane (three ghost cells on each side).
#define GHOST 3
constant float D2[GHOST + 1] = { -49.0f / 18.0f, 1.5f, -0.15f, 1.0f / 90.0f };

kernel void cross13_order6(global const float* u, global float* out, uint nx, uint ny, float ihx2, float ihy2) {
  uint pitch = nx + 2 * GHOST;
  uint t = get_global_id(0);
  if (t < nx * ny) {
    uint centre = (t / nx + GHOST) * pitch + t % nx + GHOST;
    global const float* p = u + centre;
    float sx = D2[0] * p[0];
    float sy = sx;
#pragma unroll
    for (uint k = 1; k <= GHOST; ++k) {
      sx += D2[k] * (u[centre - k] + u[centre + k]);
      sy += D2[k] * (u[centre - k * pitch] + u[centre + k * pitch]);
    }
    out[t] = sx * ihx2 + sy * ihy2;
  }
}
