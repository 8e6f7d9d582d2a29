// Weight gradient of a dense layer, a work-group per output neuron that walks the batch and keeps deltas in local memory.
#define MAX_BATCH 256

kernel void denseGradWeight(global const float *delta,  // batch x outs
                            global const float *acts,   // batch x ins
                            global float *gradW,        // outs x ins
                            global float *gradB,        // outs
                            int batch, int ins, int outs, float scale)
{
  local float mine[MAX_BATCH];
  const int lid = get_local_id(0), lsz = get_local_size(0);
  const int neuron = get_group_id(0) % outs;
  const int used = min(batch, MAX_BATCH);

  for (int b = lid; b < used; b += lsz)
    mine[b] = delta[b * outs + neuron] * scale;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int i = lid; i < ins; i += lsz) {
    float sum = 0.0f;
    for (int b = 0; b < used; b++)
      sum += mine[b] * acts[b * ins + i];
    gradW[neuron * ins + i] = sum;
  }

  if (lid == 0) {
    float s = 0.0f;
    for (int b = 0; b < used; b++)
      s += mine[b];
    gradB[neuron] = s;
  }
}
