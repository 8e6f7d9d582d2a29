// Gradient clipping: each group sums the partial squared norms left by an earlier pass, then rescales its slice.
kernel void grad_clip_by_norm(global float *grad, global const float *partials, const int numPartials,
                              const int numel, const float maxNorm)
{
    local float factor;

    if (get_local_id(0) == 0) {
        float s = 0.0f, c = 0.0f;
        for (int i = 0; i < numPartials; i++) {
            const float y = partials[i] - c;
            const float t = s + y;
            c = (t - s) - y;
            s = t;
        }
        factor = fmin(1.0f, maxNorm / (sqrt(s) + 1e-6f));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int gid = get_global_id(0);
    if (gid < numel)
        grad[gid] *= factor;
}
