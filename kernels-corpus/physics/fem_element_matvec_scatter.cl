// Matrix-free product with quad elements: gather four nodal values, small product, fixed-point scatter.
__kernel void fem_element_matvec_scatter(__global const int4 *elems, __global const float *x,
                                         __global const float16 *ke, volatile __global int *y,
                                         const float quant)
{
    const int e = get_global_id(0);
    const int4 dof = elems[e];
    const float4 v = (float4)(x[dof.x], x[dof.y], x[dof.z], x[dof.w]);
    const float16 K = ke[e];
    const int4 r = convert_int4_sat_rte(quant * (float4)(dot(K.lo.lo, v), dot(K.lo.hi, v), dot(K.hi.lo, v), dot(K.hi.hi, v)));

    atomic_add(&y[dof.x], r.x);
    atomic_add(&y[dof.y], r.y);
    atomic_add(&y[dof.z], r.z);
    atomic_add(&y[dof.w], r.w);
}
