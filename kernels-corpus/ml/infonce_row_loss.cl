// InfoNCE loss: cosine similarity of each embedding to every other one of the batch, the diagonal is the positive.
static float dotn(__global const float *a, __global const float *b, uint n)
{
    float s = 0.0f;
    while (n--)
        s += *a++ * *b++;
    return s;
}

__kernel void infonce_row_loss(__global const float *u, __global const float *v, __global float *loss,
                               uint batch, uint dim, float inv_temp)
{
    const uint i = get_global_id(0);
    if (i < batch) {
        __global const float *ui = u + i * dim;
        const float nu = rsqrt(dotn(ui, ui, dim) + 1e-12f);
        float sum = 0.0f, pos = 0.0f;
        for (uint j = 0; j < batch; ++j) {
            __global const float *vj = v + j * dim;
            const float c = dotn(ui, vj, dim) * nu * rsqrt(dotn(vj, vj, dim) + 1e-12f) * inv_temp;
            sum += exp(c - inv_temp);
            if (i == j) pos = c;
        }
        loss[i] = log(sum) + inv_temp - pos;
    }
}
