// Filmic tone mapping of linear HDR pixels stored as halves, dithered down to 8 bits.
#define CURVE(x) (((x) * (0.22f * (x) + 0.03f) + 0.002f) / ((x) * (0.22f * (x) + 0.3f) + 0.06f) - 0.0333f)

__kernel void tone_map_filmic(__global const half *hdr, __global uchar4 *ldr, float exposure, float white, uint n)
{
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    float4 c = vload_half4(i, hdr) * exposure;
    float4 m = CURVE(fmax(c, 0.0f)) / CURVE(white);
    uint h = i * 2654435761u;
    h ^= h >> 15;
    float noise = (float)(h & 0xffffu) / 65536.0f - 0.5f;
    uchar4 o = convert_uchar4_sat_rte(255.0f * powr(fmax(m, 0.0f), (float4)(1.0f / 2.2f)) + noise);
    o.w = 255;
    ldr[i] = o;
  }
}
