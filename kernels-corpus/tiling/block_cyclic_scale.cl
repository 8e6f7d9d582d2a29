// Block-cyclic distribution: chunks of b elements dealt out to the work-items like cards.
kernel void block_cyclic_scale(global float *x, global const float *chunkGain, const uint chunks, const uint b)
{
	for (uint c = get_global_id(0); c < chunks; c += get_global_size(0)) {
		const float g = chunkGain[c];
		global float *p = x + c * b;
		for (uint k = 0; k < b; k++)
			p[k] = p[k] * g + 1.0f;
	}
}
