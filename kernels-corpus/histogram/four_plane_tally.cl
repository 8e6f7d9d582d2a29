// Counts, weights, weighted values and their squares by key, four atomics and hardly any arithmetic.
kernel void four_plane_tally(global const ushort *key, global const uint4 *amount, global uint *count, global uint *weight,
                             global uint *first, global uint *second, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;
    uint4 a = amount[i];
    int k = key[i];
    atomic_inc(&count[k]);
    atomic_add(&weight[k], a.x);
    atomic_add(&first[k], a.y);
    atomic_max(&second[k], a.z);
}
