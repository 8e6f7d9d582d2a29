// Touches two fields of a wide record array: a clumsy access pattern that wastes most of each line.
typedef struct {
	float head[6];
	uint  hits;
	uint  flags;
	float tail[24];
} wide_t;

kernel void field_update_wide_struct(global wide_t *recs, const float limit, const int n)
{
	const int i = get_global_id(0);

	if (i >= n)
		return;
	if (recs[i].head[2] + recs[i].tail[23] > limit) {
		recs[i].hits++;
		recs[i].flags |= 4u;
	} else
		recs[i].flags &= ~4u;
}
