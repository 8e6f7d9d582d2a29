// Damped 1-D wave equation, one leapfrog time step with a local tile and two halo cells.
__kernel void wave_damped_tile(__global const float *uOld, __global const float *uNow, __global float *uNew,
                               __local float *tile, float courant2, float damping)
{
    const int lid = get_local_id(0), lsz = get_local_size(0);
    const int gid = get_global_id(0), gsz = get_global_size(0);

    tile[lid + 1] = uNow[gid];
    if (lid == 0)
        tile[0] = (gid > 0) ? uNow[gid - 1] : 0.0f;
    if (lid == lsz - 1)
        tile[lsz + 1] = (gid < gsz - 1) ? uNow[gid + 1] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    const float c   = tile[lid + 1];
    const float lap = tile[lid] - 2.0f * c + tile[lid + 2];
    uNew[gid] = ((2.0f - damping) * c - (1.0f - damping) * uOld[gid]) + courant2 * lap;
}
