// Contrastive loss of embedding pairs with a margin, one group per pair, distance reduced in local memory.
__kernel void contrastive_margin_loss(__global const float *anchor, __global const float *other,
                                      __global const char *same, __global float *loss,
                                      __local volatile float *tmp, int dim, float margin)
{
	int lid = get_local_id(0);
	int n = get_local_size(0);
	int pair = get_group_id(0);
	float d2 = 0.0f;

	for (int k = lid; k < dim; k += n) {
		float d = anchor[pair * dim + k] - other[pair * dim + k];
		d2 += d * d;
	}
	tmp[lid] = d2;
	barrier(CLK_LOCAL_MEM_FENCE);

	if (lid == 0) {
		float sum = 0.0f;
		while (n-- > 0)
			sum += tmp[n];
		float gap = margin - sqrt(sum);
		loss[pair] = same[pair] ? 0.5f * sum : (gap > 0.0f ? 0.5f * gap * gap : 0.0f);
	}
}
