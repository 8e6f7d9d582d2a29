// Assign each particle to a cubic cell and count cell populations; keeps the rank inside the cell.
#define AXIS(v) clamp((int)floor((v) * invCell), 0, dim - 1)

kernel void cell_count_particles(global const float4 *restrict position, global uint *restrict cellOf,
                                 global uint *restrict slotInCell, volatile global uint *population,
                                 const float invCell, const int dim)
{
	const size_t i = get_global_id(0);
	const float4 p = position[i];
	const int cell = (AXIS(p.z) * dim + AXIS(p.y)) * dim + AXIS(p.x);

	cellOf[i] = (uint)cell;
	slotInCell[i] = atomic_inc(&population[cell]);
}
