// Uniform B-spline curve of a chosen degree by de Boor's triangle in a private array.
enum { MAXDEG = 7 };

kernel void de_boor_uniform(global const float2 *ctrl, global float2 *curve, const int nctrl, const int degree)
{
	const int id = get_global_id(0);
	const int total = get_global_size(0);
	const int p = min(min(degree, (int)MAXDEG), nctrl - 1);
	const float u = p + (nctrl - p) * (float)id / total;
	const int span = clamp((int)u, p, nctrl - 1);
	float2 d[MAXDEG + 1];

	for (int j = 0; j <= MAXDEG; j++)
		d[j] = j <= p ? ctrl[max(span - p + j, 0) % nctrl] : (float2)(0.0f);
	for (int r = 1; r <= p; r++) {
		for (int j = MAXDEG; j >= 1; j--) {
			if (j < r || j > p)
				continue;
			const float a = (u - (span - p + j)) / (float)(p + 1 - r);
			d[j] = mix(d[j - 1], d[j], a);
		}
	}
	curve[id] = d[p & MAXDEG];
}
