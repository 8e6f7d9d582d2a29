// Builds smoothed target distributions from class ids, one probability per work-item.
kernel void label_smooth_targets(global const uchar *ids, global float *target,
                                 uint samples, uint classes, float smoothing)
{
    const uint g = get_global_id(0);
    const uint s = g / classes, c = g % classes;
    if (s >= samples) return;
    const float base = smoothing / classes;
    target[s * classes + c] = (ids[s] % classes == c) ? 1.0f - smoothing + base : base;
}
