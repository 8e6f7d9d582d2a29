// One gap pass of shell sort: each work-item insertion-sorts one residue class of the array.
__kernel void shell_gap_pass(__global int *v, const int n, const int gap)
{
	const int r = get_global_id(0);

	if (r >= gap)
		return;
	for (int i = r + gap; i < n; i += gap) {
		const int x = v[i];
		int j;

		for (j = i; j >= gap; j -= gap) {
			if (v[j - gap] <= x)
				break;
			v[j] = v[j - gap];
		}
		v[max(j, r)] = x;
	}
}
