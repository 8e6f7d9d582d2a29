// One Lanczos step on the implicit second-difference operator: three-term recurrence on long vectors.
kernel void lanczos_step(global const float *q_prev, global const float *q_cur, global float *w,
                         float alpha, float beta, uint n)
{
  const uint i = get_global_id(0);
  if (i >= n) return;
  float left = i > 0 ? q_cur[i - 1] : 0.0f;
  float right = i + 1 < n ? q_cur[i + 1] : 0.0f;
  w[i] = (2.0f * q_cur[i] - left - right) - alpha * q_cur[i] - beta * q_prev[i];
}
