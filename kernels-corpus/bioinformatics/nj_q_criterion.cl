// Neighbour joining: Q criterion of every taxon pair and the smallest entry of each work-group.
#define GROUP 64

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void nj_q_criterion(global const float *dist, global const float *rowSum, global float *qMin, global int *qArg, const int taxa)
{
	local float v[GROUP];
	local int a[GROUP];
	const int l = get_local_id(0);
	const int cell = get_global_id(0);
	const int row = cell / taxa, col = cell % taxa;

	float q = MAXFLOAT;
	if (row < taxa && col != row)
		q = (float)(taxa - 2) * dist[row * taxa + col] - rowSum[row] - rowSum[col];
	v[l] = q;
	a[l] = cell;
	barrier(CLK_LOCAL_MEM_FENCE);

	if (l < 8) {
		for (int s = l + 8; s < GROUP; s += 8)
			if (v[s] < v[l]) {
				v[l] = v[s];
				a[l] = a[s];
			}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l == 0) {
		int w = 0;
		for (int s = 1; s < 8; s++)
			w = v[s] < v[w & 7] ? s : w;
		qMin[get_group_id(0)] = v[w & 7];
		qArg[get_group_id(0)] = a[w & 7];
	}
}
