// Gathers six component streams into interleaved vertex records with packed normals.
typedef struct { float4 pos_u; uint normal; float v; } vertex_t;

kernel void soa_to_aos_quads(global const float *px, global const float *py, global const float *pz,
                             global const float2 *uv, global const char4 *nrm, global vertex_t *out, ulong n)
{
    size_t step = get_global_size(0);
    for (size_t k = get_global_id(0); k < n; k += step) {
        vertex_t v;
        v.pos_u = (float4)(px[k], py[k], pz[k], uv[k].x);
        v.normal = as_uint(nrm[k]);
        v.v = uv[k].y;
        out[k] = v;
    }
}
