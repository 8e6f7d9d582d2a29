// Sorted merge join: counts matches of each left partition with the right side by two cursors.
__kernel void MergeJoinCount(__global const uint *leftKeys, __global const uint *rightKeys,
                             __global ulong *matches, uint leftPart, uint rightLen)
{
	const uint part = get_global_id(0);
	__global const uint *L = leftKeys + part * leftPart;
	uint i = 0, j = 0;
	ulong hits = 0;

	/* skip ahead on the right by bisection */
	uint span = rightLen;
	for (int b = 0; b < 32 && span > 1; ++b)
	{
		const uint h = span / 2;
		if (rightKeys[min(j + h, rightLen - 1)] < L[0])
			j += h;
		span -= h;
	}

	for (uint step = 0; step < leftPart + rightLen; ++step)
	{
		if (i >= leftPart || j >= rightLen)
			break;
		const uint a = L[i], b = rightKeys[j];
		if (a == b)
			++hits;
		if (a <= b)
			++i;
		else
			++j;
	}
	matches[part] = hits;
}
