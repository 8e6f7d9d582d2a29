// Top-1 expert routing: picks the best expert per token and takes a slot in its queue by an atomic counter.
#define NO_SLOT 0xFFFFFFFFu

kernel void top1_expert_route(global const float *gate_logits, global uint *queue_len,
                              global uint *expert_of, global uint *slot_of, global float *weight_of,
                              const uint tokens, const uint experts, const uint capacity)
{
	uint t = get_global_id(0);
	if (t < tokens) {
		global const float *g = gate_logits + t * experts;
		uint best = 0;
		float top = g[0], z = 0.0f;
		for (uint e = 1; e < experts; e++)
			if (g[e] > top) {
				top = g[e];
				best = e;
			}
		for (uint e = 0; e < experts; e++)
			z += exp(g[e] - top);

		const uint slot = atomic_inc(&queue_len[min(best, experts - 1)]);
		expert_of[t] = best;
		slot_of[t] = slot < capacity ? slot : NO_SLOT;
		weight_of[t] = slot < capacity ? 1.0f / z : 0.0f;
	}
}
