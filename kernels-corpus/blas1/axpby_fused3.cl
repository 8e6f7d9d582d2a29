// Three fused vector updates, as in the inner step of a conjugate gradient solver.
#define GET(v)      v[idx]
#define FOR_EACH(n) for (size_t idx = get_global_id(0); idx < (size_t)(n); idx += get_global_size(0))

__kernel void axpby_fused3(__global const float *Ap, __global float *p, __global float *r,
                           __global float *sol, const float alpha, const float beta, const int n)
{
    FOR_EACH(n) {
        const float dir = GET(p);
        const float res = GET(r) - alpha * GET(Ap);
        GET(sol) += alpha * dir;
        GET(r) = res;
        GET(p) = res + beta * dir;
    }
}
