// Jump consistent hashing: bucket of each key as the last jump below the bucket count.
__kernel void jump_consistent_bucket(__global const ulong *keys, __global int *bucketOf, __global int *jumps, const int buckets)
{
	ulong key = keys[get_global_id(0)];
	long b = -1, j = 0;
	int hops = 0;

	for (int guard = 0; guard < 128; guard++) {
		if (j >= buckets)
			break;
		b = j;
		key = key * 2862933555777941757UL + 1;
		j = (long)((float)(b + 1) * (2147483648.0f / (float)((key >> 33) + 1)));
		hops++;
	}
	bucketOf[get_global_id(0)] = (int)b;
	jumps[get_global_id(0)] = hops;
}
