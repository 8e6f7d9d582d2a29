// Direct all-pairs gravitational acceleration, one body per work-item, mass kept in w.
#ifndef SOFTENING
#define SOFTENING 1e-4f
#endif

__kernel void allpairs_gravity(__global const float4 *pos,
                               __global float4 *acc,
                               const int nBodies,
                               const float gravity)
{
    int i = get_global_id(0);
    if (i >= nBodies)
        return;

    float4 me = pos[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;

    for (int j = 0; j < nBodies; j++) {
        float4 other = pos[j];
        float dx = other.x - me.x;
        float dy = other.y - me.y;
        float dz = other.z - me.z;
        float d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
        float inv = rsqrt(d2);
        float s = other.w * inv * inv * inv;
        ax += s * dx;
        ay += s * dy;
        az += s * dz;
    }
    acc[i] = (float4)(ax, ay, az, 0.0f) * gravity;
}
