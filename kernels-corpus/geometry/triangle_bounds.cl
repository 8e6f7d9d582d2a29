// Axis-aligned bounding box and area of every triangle of an indexed mesh.
struct Aabb { float lo[3]; float hi[3]; };

__kernel void triangle_bounds(__global const float *vertices, __global const int *indices,
                              __global struct Aabb *boxes, __global float *area, const int numTriangles)
{
    const int tri = get_global_id(0);

    if (tri < numTriangles)
    {
        const float3 a = vload3(indices[3 * tri + 0], vertices);
        const float3 b = vload3(indices[3 * tri + 1], vertices);
        const float3 c = vload3(indices[3 * tri + 2], vertices);
        const float3 lo = min(a, min(b, c));
        const float3 hi = max(a, max(b, c));

        __global struct Aabb *box = &boxes[tri];
        box->lo[0] = lo.x; box->lo[1] = lo.y; box->lo[2] = lo.z;
        box->hi[0] = hi.x; box->hi[1] = hi.y; box->hi[2] = hi.z;
        area[tri] = 0.5f * length(cross(b - a, c - a));
    }
}
