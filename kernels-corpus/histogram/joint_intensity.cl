// Joint intensity histogram of two images (for mutual information), with half-step weights.
#define BITS  4
#define SIDE  (1 << BITS)
#define SHIFT (8 - BITS)

enum weight { FULL = 2, HALF = 1 };

kernel void joint_intensity(global const uchar *fixedImg, global const uchar *movingImg,
                            global const uchar *maskImg, global uint *joint, uint pixels)
{
	local uint cells[SIDE * SIDE];
	const uint lid = get_local_id(0);

	for (uint c = lid; c < SIDE * SIDE; c += get_local_size(0))
		cells[c] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);

	const uint p = get_global_id(0);
	if (p < pixels && maskImg[p] != 0) {
		const uint a = fixedImg[p] >> SHIFT;
		const uint b = movingImg[p] >> SHIFT;
		const uint up = min(b + 1u, (uint)(SIDE - 1));
		atomic_add(&cells[a * SIDE + b], (uint)FULL);
		if (movingImg[p] & (1 << (SHIFT - 1)))
			atomic_add(&cells[a * SIDE + up], (uint)HALF);
	}
	barrier(CLK_LOCAL_MEM_FENCE);

	for (uint c = lid; c < SIDE * SIDE; c += get_local_size(0))
		atomic_add(&joint[c], cells[c]);
}
