// Normal deviates by layered rejection from tables of edges and heights; capped number of tries.
__kernel void ziggurat_normal_table(__constant float *edge, __constant float *height, __global uint *seeds,
                                    __global float *normals, const int per, const int tries)
{
	const int id = get_global_id(0);
	uint s = seeds[id];
	for (int i = 0; i < per; i++) {
		float x = 0.0f;
		for (int a = 0; a < tries; a++) {
			s = s * 69069u + 1234567u;
			const int layer = (s >> 2) & 127;
			const float u = (int)s * 4.6566129e-10f;
			x = u * edge[layer + 1];
			if (fabs(x) < edge[layer])
				break;
			s = s * 69069u + 1234567u;
			const float y = height[layer] + (s >> 8) * 5.9604645e-8f * (height[layer + 1] - height[layer]);
			if (y < exp(-0.5f * x * x))
				break;
		}
		normals[i * get_global_size(0) + id] = x;
	}
	seeds[id] = s;
}
