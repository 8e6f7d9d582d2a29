// STREAM-like scale and add on char, int and double arrays in the same pass.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void streamScaleAddTypes(global const char4 *c_in, global const int2 *i_in, global const double *d_in,
                                global char4 *c_out, global int2 *i_out, global double *d_out,
                                const char4 ck, const int2 ik, const double dk)
{
    const size_t i = get_global_id(0);
    c_out[i] = c_in[i] * ck;
    i_out[i] = mad24(i_in[i], ik, i_in[i]);
    d_out[i] = d_in[i] * dk + (double)i_in[i].x;
}
