// E-step of a Gaussian mixture with diagonal covariances: responsibilities and log-likelihood by log-sum-exp.
#define MAX_COMP 16
#define LOG_2PI 1.8378770664f

struct component { float4 mean; float4 precision; float logWeight; float logDet; };

float log_density(__global const struct component *g, float4 x)
{
    float4 d = x - g->mean;
    float maha = dot(d * d, g->precision);
    return g->logWeight - 0.5f * (maha + g->logDet + 4.0f * LOG_2PI);
}

__kernel void gmm_diag_estep(__global const float4 *samples,
                             __global const struct component *mixture,
                             __global float *resp, __global float *loglik,
                             int ncomp)
{
    int i = get_global_id(0);
    int m = min(ncomp, MAX_COMP);
    float lp[MAX_COMP];
    float top = -MAXFLOAT;

    for (int c = 0; c < MAX_COMP; c++) {
        lp[c] = c < m ? log_density(&mixture[c < m ? c : 0], samples[i]) : -MAXFLOAT;
        top = fmax(top, lp[c]);
    }

    float total = 0.0f;
    for (int c = 0; c < m; c++)
        total += exp(lp[c] - top);
    float lse = top + log(total);

    for (int c = 0; c < m; c++)
        resp[i * MAX_COMP + c] = exp(lp[c] - lse);
    loglik[i] = lse;
}
