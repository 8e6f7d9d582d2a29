// Overflow-safe Euclidean norm of one contiguous chunk for each work-item.
kernel void nrm2_chunk(global const float *x, global float *norms, const int chunk)
{
    const int w = get_global_id(0);
    global const float *p = x + (size_t)w * chunk;
    float scale = 0.0f;
    float ssq = 1.0f;

    for (int left = chunk; left > 0; left--) {
        const float a = fabs(*p++);
        if (a == 0.0f)
            continue;
        if (scale < a) {
            const float q = scale / a;
            ssq = 1.0f + ssq * q * q;
            scale = a;
        } else {
            const float q = a / scale;
            ssq += q * q;
        }
    }
    norms[w] = scale * sqrt(ssq);
}
