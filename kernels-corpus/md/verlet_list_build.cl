// Build capped neighbour lists by an all-pairs search under the minimum-image convention.
__kernel void verlet_list_build(__global const float *x, __global const float *y, __global const float *z,
                                __global int *list, __global int *listLen,
                                int nAtoms, int capacity, float box, float rList)
{
	int i = get_global_id(0);
	if (i >= nAtoms)
		return;

	float xi = x[i], yi = y[i], zi = z[i];
	float limit = rList * rList;
	int found = 0;

	for (int j = 0; j < nAtoms; ++j)
	{
		float dx = fabs(x[j] - xi);
		float dy = fabs(y[j] - yi);
		float dz = fabs(z[j] - zi);
		dx = fmin(dx, box - dx);
		dy = fmin(dy, box - dy);
		dz = fmin(dz, box - dz);
		if (j != i && dx * dx + dy * dy + dz * dz < limit)
		{
			if (found < capacity)
				list[i * capacity + found] = j;
			found++;
		}
	}
	listLen[i] = min(found, capacity);
}
