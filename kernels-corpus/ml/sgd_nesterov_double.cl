// SGD with Nesterov momentum in double precision master weights, float copies refreshed.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sgd_nesterov_double(__global double2 *master, __global double2 *velocity,
                                  __global const float2 *grad, __global float2 *weights,
                                  int pairs, double lr, double mu)
{
    const int i = get_global_id(0);
    if (i < pairs) {
        const double2 g = convert_double2(grad[i]);
        const double2 v = mu * velocity[i] - lr * g;
        const double2 w = master[i] + mu * v - lr * g;
        velocity[i] = v;
        master[i] = w;
        weights[i] = convert_float2_rte(w);
    }
}
