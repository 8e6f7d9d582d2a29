// DBSCAN: neighbours within a radius counted with early exit, then core-point flags.
__kernel void dbscan_core_flags(const __global float2* points, __global int* degree, __global uchar* isCore,
                                const int numPoints, const float eps, const int minPts)
{
    const int gid = get_global_id(0);
    if (gid < numPoints) {
        const float2 me = points[gid];
        const float limit = eps * eps;
        int found = 0;
        int j = 0;
        while (j < numPoints && found < minPts) {
            const float2 delta = points[j] - me;
            if (delta.x <= eps && delta.x >= -eps)
                found += (delta.x * delta.x + delta.y * delta.y <= limit) ? 1 : 0;
            ++j;
        }
        degree[gid] = found;
        isCore[gid] = found >= minPts;
    }
}
