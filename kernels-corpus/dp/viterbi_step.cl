// One time step of Viterbi decoding in log space, a target state per work-item.
__kernel void viterbi_step(__global const float *restrict log_prev,
                           __global const float *restrict log_trans,
                           __global const float *restrict log_emit,
                           __global float *restrict log_next,
                           __global int *restrict back,
                           const int n_states,
                           const int n_symbols,
                           __global const int *restrict observed,
                           const int t)
{
  const int s = get_global_id(0);
  if (s >= n_states) return;

  float top = -INFINITY;
  int arg = 0;
  for (int q = 0; q < n_states; ++q) {
    const float cand = log_prev[q] + log_trans[q * n_states + s];
    arg = cand > top ? q : arg;
    top = fmax(top, cand);
  }

  const int sym = clamp(observed[t], 0, n_symbols - 1);
  log_next[s] = top + log_emit[s * n_symbols + sym];
  back[t * n_states + s] = arg;
}
