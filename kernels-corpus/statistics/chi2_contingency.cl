// Chi-square and G statistics of many small contingency tables (rows x 4 columns of counts).
__kernel void chi2_contingency(__global const uint4 *tables, __global float *chi2, __global float *gstat,
                               int tableRows, int count)
{
    int t = get_global_id(0);
    if (t >= count) return;
    __global const uint4 *first = tables + t * tableRows;

    float4 colSum = (float4)(0.5f);
    for (int r = 0; r < tableRows; r++)
        colSum += convert_float4(first[r]);
    float total = dot(colSum, (float4)(1.0f));

    float4 x2 = (float4)(0.0f), g = (float4)(0.0f);
    for (int r = 0; r < tableRows; r++) {
        float4 obs = convert_float4(first[r]);
        float4 expd = colSum * ((obs.x + obs.y + obs.z + obs.w + 0.5f) / total);
        float4 diff = obs - expd;
        x2 += diff * diff / expd;
        g += select((float4)(0.0f), obs * log(obs / expd), isgreater(obs, (float4)(0.0f)));
    }
    chi2[t] = x2.x + x2.y + x2.z + x2.w;
    gstat[t] = 2.0f * (g.x + g.y + g.z + g.w);
}
