// Area-weighted vertex normals from incident triangles listed in compressed form.
#define P(v) (float3)(px[v], py[v], pz[v])

__kernel void vertex_normals_incident(__global const float *px, __global const float *py, __global const float *pz,
                                      __global const int *tri, __global const int *incPtr, __global const int *incTri,
                                      __global float *normals, const int nverts)
{
    int v = get_global_id(0);
    if (v >= nverts)
        return;
    float3 n = (float3)(0);
    for (int k = incPtr[v]; k < incPtr[v + 1]; k++) {
        const int t = incTri[k];
        const int a = tri[3 * t], b = tri[3 * t + 1], c = tri[3 * t + 2];
        n += cross(P(b) - P(a), P(c) - P(a));
    }
    vstore3(n / (length(n) + 1e-20f), v, normals);
}
