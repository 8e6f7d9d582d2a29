// All-pairs gravity, bodies staged in local memory a work-group's length at a time, one step of positions and speeds.
__kernel void nbody_tiles(__global const float4 *pos, __global const float4 *vel, float deltaTime, float epsSqr,
                          __local float4 *localPos, __global float4 *newPosition, __global float4 *newVelocity)
{
    unsigned int tid = get_local_id(0);
    unsigned int gid = get_global_id(0);
    unsigned int localSize = get_local_size(0);
    unsigned int numTiles = get_num_groups(0);
    float4 myPos = pos[gid];
    float4 acc = (float4)(0.0f, 0.0f, 0.0f, 0.0f);

    for (unsigned int i = 0; i < numTiles; ++i)
    {
        localPos[tid] = pos[i * localSize + tid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (unsigned int j = 0; j < localSize; ++j)
        {
            float4 r = localPos[j] - myPos;
            float distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
            float invDist = rsqrt(distSqr + epsSqr);
            float s = localPos[j].w * invDist * invDist * invDist;
            acc += s * r;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float4 oldVel = vel[gid];
    float4 newPos = myPos + oldVel * deltaTime + acc * 0.5f * deltaTime * deltaTime;
    newPos.w = myPos.w;
    newPosition[gid] = newPos;
    newVelocity[gid] = oldVel + acc * deltaTime;
}
