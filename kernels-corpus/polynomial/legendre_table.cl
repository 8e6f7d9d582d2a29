// Table of Legendre polynomials P0..P(order-1), a row of the table per sample point.
__kernel void legendre_table(__global const float *points, __global float *table, const int order)
{
    int g = get_global_id(0);
    float x = points[g];
    __global float *row = table + g * order;
    float pm = 0.0f, p = 1.0f;

    for (int l = 0; l < order; l++)
    {
        row[l] = p;
        float pn = ((2 * l + 1) * x * p - l * pm) / (l + 1);
        pm = p;
        p = pn;
    }
}
