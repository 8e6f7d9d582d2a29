// Arithmetic throughput probe: four independent FMA chains per work-item.
#define STEP(a) a = fma(a, mul, add)
#define STEP4   STEP(r0); STEP(r1); STEP(r2); STEP(r3)
#define STEP16  STEP4; STEP4; STEP4; STEP4

__kernel void fma_ilp4(__global float *sink, const float mul, const float add, const int iters)
{
    float r0 = (float)get_global_id(0);
    float r1 = r0 + 1.0f, r2 = r0 + 2.0f, r3 = r0 + 3.0f;

    for (int i = 0; i < iters; ++i) {
        STEP16;
    }
    sink[get_global_id(0)] = (r0 + r1) + (r2 + r3);
}
