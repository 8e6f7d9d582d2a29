// Kinetic energy and momentum of each work-group's particles by a float4 tree in local memory.
#define WG 128
__attribute__((reqd_work_group_size(WG, 1, 1)))
__kernel void kinetic_temperature_group(__global const float *vel, __global const float *mass,
                                        __global float4 *momentum, __global float *kinetic, int n)
{
    __local float4 acc[WG];
    const int lid = get_local_id(0), gid = get_global_id(0);
    float4 mine = (float4)(0.0f);
    if (gid < n) {
        const float3 v = vload3(gid, vel);
        mine = (float4)(v * mass[gid], 0.5f * mass[gid] * dot(v, v));
    }
    acc[lid] = mine;
    for (int half_ = WG / 2; half_ > 0; half_ >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < half_)
            acc[lid] += acc[lid + half_];
    }
    if (lid == 0) {
        momentum[get_group_id(0)] = (float4)(acc[0].xyz, 0.0f);
        kinetic[get_group_id(0)] = acc[0].w;
    }
}
