// y += alpha * x with independent element increments for both vectors.
__kernel void axpy_inc(const uint n, const float alpha,
                       __global const float *x, const uint incx,
                       __global float *y, const uint incy)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        y[(size_t)i * incy] += alpha * x[(size_t)i * incx];
}
