// Cross entropy of logits with integer labels: loss per sample and gradient (p - onehot) / batch.
__kernel void cross_entropy_grad(__global const float *restrict logits, __global const int *restrict labels,
                                 __global float *restrict loss, __global float *restrict grad,
                                 const int batch, const int classes)
{
	const int b = get_global_id(0);
	if (b >= batch)
		return;

	__global const float *z = logits + b * classes;
	__global float *g = grad + b * classes;
	const int truth = labels[b];
	float top = z[0], sum = 0.0f, chosen = 0.0f;
	int c;

	for (c = 1; c < classes; c++)
		top = max(top, z[c]);
	for (c = 0; c < classes; c++) {
		const float e = native_exp(z[c] - top);
		g[c] = e;
		sum += e;
		if (c == truth)
			chosen = z[c] - top;
	}
	const float norm = 1.0f / (sum * batch);
	for (c = 0; c < classes; c++)
		g[c] = g[c] * norm - (c == truth ? 1.0f / batch : 0.0f);
	loss[b] = native_log(sum) - chosen;
}
