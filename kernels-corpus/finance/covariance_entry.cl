// Sample covariance of asset pairs: each work-item one matrix entry, series stored asset-major.
__kernel void covariance_entry(__global const float *series, __global float *cov, const uint assets, const uint obs)
{
    const uint e = get_global_id(0);
    if (e < assets * assets) {
        const uint a = e / assets, b = e % assets;
        if (b < a)
            return;
        float ma = 0.0f, mb = 0.0f, mab = 0.0f;
        for (uint t = 0; t < obs; ++t) {
            const float inv = 1.0f / (float)(t + 1);
            const float da = series[a * obs + t] - ma;
            ma += da * inv;
            const float db = series[b * obs + t] - mb;
            mb += db * inv;
            mab += da * db * (1.0f - inv);
        }
        const float c = mab / fmax((float)obs - 1.0f, 1.0f);
        cov[a * assets + b] = c;
        cov[b * assets + a] = c;
    }
}
