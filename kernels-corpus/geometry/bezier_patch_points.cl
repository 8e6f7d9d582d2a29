// Points and normals of bicubic Bezier patches, sixteen control points a patch, sampled on a square grid.
static void bernstein(float t, float *b, float *db)
{
    float s = 1.0f - t;
    b[0] = s * s * s; b[1] = 3 * s * s * t; b[2] = 3 * s * t * t; b[3] = t * t * t;
    db[0] = -3 * s * s; db[1] = 3 * s * s - 6 * s * t; db[2] = 6 * s * t - 3 * t * t; db[3] = 3 * t * t;
}

__kernel void bezier_patch_points(__global const float4 *control, __global float4 *points, __global float4 *normals, const int res)
{
    const int g = get_global_id(0);
    const int perPatch = res * res;
    const int patch = g / perPatch, cell = g % perPatch;
    float bu[4], du[4], bv[4], dv[4];
    bernstein((cell % res + 0.5f) / res, bu, du);
    bernstein((cell / res + 0.5f) / res, bv, dv);

    float4 p = 0.0f, tu = 0.0f, tv = 0.0f;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) {
            const float4 c = control[patch * 16 + j * 4 + i];
            p += bu[i] * bv[j] * c;
            tu += du[i] * bv[j] * c;
            tv += bu[i] * dv[j] * c;
        }
    points[g] = p;
    normals[g] = (float4)(cross(tu.xyz, tv.xyz), 0.0f);
}
