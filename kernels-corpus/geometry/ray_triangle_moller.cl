// Nearest ray-triangle hit by Moller-Trumbore over an indexed mesh, barycentric coordinates returned.
__kernel void ray_triangle_moller(__global const float *rayOrg, __global const float *rayDir,
                                  __global const float *verts, __global const uint *tris,
                                  __global float4 *hits, const uint numTris, const uint numRays)
{
    const uint r = get_global_id(0);
    if (r >= numRays) return;
    const float3 o = vload3(r, rayOrg), d = vload3(r, rayDir);
    float4 best = (float4)(INFINITY, 0.0f, 0.0f, -1.0f);

    for (uint t = 0; t < numTris; t++) {
        const float3 v0 = vload3(tris[3 * t], verts);
        const float3 e1 = vload3(tris[3 * t + 1], verts) - v0;
        const float3 e2 = vload3(tris[3 * t + 2], verts) - v0;
        const float3 p = cross(d, e2);
        const float det = dot(e1, p);
        if (fabs(det) < 1e-8f)
            continue;
        const float inv = 1.0f / det;
        const float3 s = o - v0;
        const float u = inv * dot(s, p);
        if (u < 0.0f || u > 1.0f)
            continue;
        const float3 q = cross(s, e1);
        const float v = inv * dot(d, q);
        if (v < 0.0f || u + v > 1.0f)
            continue;
        const float dist = inv * dot(e2, q);
        if (dist > 1e-4f && dist < best.x)
            best = (float4)(dist, u, v, (float)t);
    }
    hits[r] = best;
}
