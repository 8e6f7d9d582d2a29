// Nine-point 1-D filter, eight outputs a work-item: three vector loads, shifts held in registers.
__kernel void shift_window8(__global const float *line, __global float *smoothed, const float8 k, const uint blocks)
{
    const uint b = get_global_id(0);
    if (b >= blocks) return;

    const float8 p = vload8(b, line);
    const float8 q = vload8(b + 1, line);
    const float8 r = vload8(b + 2, line);

    float8 acc = k.s0 * q;
    acc += k.s1 * ((float8)(p.s7, q.s0123, q.s456) + (float8)(q.s1234, q.s567, r.s0));
    acc += k.s2 * ((float8)(p.s67, q.s0123, q.s45) + (float8)(q.s2345, q.s67, r.s01));
    acc += k.s3 * ((float8)(p.s567, q.s0123, q.s4) + (float8)(q.s3456, q.s7, r.s012));
    acc += k.s4 * ((float8)(p.s4567, q.s0123) + (float8)(q.s4567, r.s0123));
    vstore8(acc, b, smoothed);
}
