// Local-memory bank conflict probe: strided read-modify-write over a shared tile.
#ifndef TILE_WORDS
#define TILE_WORDS 1024
#endif

__kernel void local_bank_stride(__global const float *seed, __global float *result,
				const uint stride, const uint reps)
{
	__local float tile[TILE_WORDS];
	const uint lid = get_local_id(0);
	const uint lsz = get_local_size(0);

	for (uint k = lid; k < TILE_WORDS; k += lsz)
		tile[k] = seed[get_global_id(0)] + (float)k;
	barrier(CLK_LOCAL_MEM_FENCE);

	float sum = 0.0f;
	uint at = lid * stride;
	for (uint r = 0; r < reps; r++) {
		sum += tile[at & (TILE_WORDS - 1)];
		at += stride * lsz + 1u;
	}
	result[get_global_id(0)] = sum;
}
