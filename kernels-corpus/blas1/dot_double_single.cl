// Dot product with compensated double-single arithmetic (two floats hold each sum).
typedef float2 ds_t;    /* .x high part, .y low part */

static ds_t two_sum(float a, float b)
{
    float s  = a + b;
    float bb = s - a;
    return (ds_t)(s, (a - (s - bb)) + (b - bb));
}

static ds_t two_prod(float a, float b)
{
    float p = a * b;
    return (ds_t)(p, fma(a, b, -p));
}

static ds_t ds_add(ds_t a, ds_t b)
{
    ds_t s = two_sum(a.x, b.x);
    return two_sum(s.x, s.y + a.y + b.y);
}

__kernel void dot_double_single(__global const float *a, __global const float *b,
                                __global ds_t *sums, int per_item, int n)
{
    int first = (int)get_global_id(0) * per_item;
    int last  = min(first + per_item, n);
    ds_t acc  = (ds_t)(0.0f, 0.0f);

    for (int i = first; i < last; ++i)
        acc = ds_add(acc, two_prod(a[i], b[i]));
    sums[get_global_id(0)] = acc;
}
