// ELLPACK product with rows stored contiguously, columns as ushort4 and values as float4.
#define FETCH(c) x[min((uint)(c), ncols - 1u)]

kernel void ellRowMajorVec(global const ushort4 *cols, global const float4 *vals,
                           global const float *x, global float *y,
                           const uint rows, const uint quads, const uint ncols)
{
    const uint r = get_global_id(0);
    float4 acc = (float4)(0.0f);

    if (r < rows)
    {
        for (uint q = 0; q < quads; ++q)
        {
            const ushort4 c = cols[r * quads + q];
            const float4 xv = (float4)(FETCH(c.x), FETCH(c.y), FETCH(c.z), FETCH(c.w));
            acc = fma(vals[r * quads + q], xv, acc);
        }
        y[r] = acc.x + acc.y + acc.z + acc.w;
    }
}
