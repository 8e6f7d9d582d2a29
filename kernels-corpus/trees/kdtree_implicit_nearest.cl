// Nearest neighbour in a balanced implicit kd-tree with a small private stack and pruning.
#define STACK 32

__kernel void kdtree_implicit_nearest(__global const float4 *tree, __global const float4 *query,
                                      __global float *bestDist, __global int *bestNode,
                                      const int nNodes, const int nQuery)
{
	const int q = get_global_id(0);
	if (q >= nQuery)
		return;

	const float4 p = query[q];
	int todo[STACK];
	int top = 0, visits = 0, arg = -1;
	float best = MAXFLOAT;

	todo[top++] = 0;
	while (top > 0 && visits < 512) {
		const int n = todo[--top & (STACK - 1)];
		visits++;
		if (n < 0 || n >= nNodes)
			continue;
		const float4 c = tree[n];
		const float3 d = p.xyz - c.xyz;
		const float d2 = dot(d, d);
		if (d2 < best) {
			best = d2;
			arg = n;
		}
		const int axis = (31 - (int)clz(n + 1)) % 3;
		const float gap = axis == 0 ? d.x : axis == 1 ? d.y : d.z;
		const int near = 2 * n + 1 + (gap > 0.0f), far = 2 * n + 2 - (gap > 0.0f);
		if (gap * gap < best && top < STACK)
			todo[top++ & (STACK - 1)] = far;
		if (top < STACK)
			todo[top++ & (STACK - 1)] = near;
	}
	bestDist[q] = sqrt(best);
	bestNode[q] = arg;
}
