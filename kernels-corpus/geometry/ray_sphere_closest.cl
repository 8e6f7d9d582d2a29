// Closest hit of each ray against a list of spheres, with the surface normal.
typedef struct {
    float4 origin;
    float4 dir;
} Ray;

bool hit_sphere(const Ray *r, float4 sph, float *t)
{
    float3 oc = r->origin.xyz - sph.xyz;
    float b = dot(oc, r->dir.xyz);
    float c = dot(oc, oc) - sph.w * sph.w;
    float disc = b * b - c;
    if (disc < 0.0f)
        return false;
    float root = sqrt(disc);
    *t = (-b - root > 1e-3f) ? -b - root : -b + root;
    return *t > 1e-3f;
}

__kernel void ray_sphere_closest(__global const Ray *rays,
                                 __constant float4 *spheres,
                                 __global float4 *normalAndT,
                                 __global int *hitId,
                                 const int nSpheres)
{
    const int i = get_global_id(0);
    Ray r = rays[i];
    r.dir.xyz = fast_normalize(r.dir.xyz);

    float tBest = MAXFLOAT;
    int id = -1;
    float3 centre = (float3)(0.0f);
    for (int s = 0; s < nSpheres; ++s) {
        float t;
        if (hit_sphere(&r, spheres[s], &t) && t < tBest) {
            tBest = t;
            id = s;
            centre = spheres[s].xyz;
        }
    }

    float3 nrm = (float3)(0.0f);
    if (id >= 0)
        nrm = normalize(r.origin.xyz + tBest * r.dir.xyz - centre);
    normalAndT[i] = (float4)(nrm, tBest);
    hitId[i] = id;
}
