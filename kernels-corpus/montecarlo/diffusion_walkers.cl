// Random walkers in the plane that stop when leaving a disc; records the exit step and squared distance.
#define STEP_DIRS 4

__constant float2 dirs[STEP_DIRS] = {
  (float2)(1.0f, 0.0f), (float2)(-1.0f, 0.0f), (float2)(0.0f, 1.0f), (float2)(0.0f, -1.0f)
};

__kernel void diffusion_walkers(__global int *exit_step,
                                __global float *dist2,
                                int max_steps,
                                float radius,
                                uint seed)
{
  int w = get_global_id(0);
  uint s = seed * 747796405u + (uint)w * 2891336453u + 1u;
  float2 p = (float2)(0.0f);
  float lim = radius * radius;
  int step = 0;
  bool inside = true;

  while (inside && step < max_steps)
  {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    p += dirs[(s >> 11) & (STEP_DIRS - 1)];
    inside = dot(p, p) < lim;
    step++;
  }

  exit_step[w] = inside ? -1 : step;
  dist2[w] = dot(p, p);
}
