// Implied volatility by capped Newton steps on the Black-Scholes call price.
enum { MAX_NEWTON = 24 };

__constant float kTol = 1.0e-5f;

float norm_cdf(const float x) { return 0.5f * erfc(-x * M_SQRT1_2_F); }
float norm_pdf(const float x) { return 0.39894228f * exp(-0.5f * x * x); }

__kernel
void implied_vol_newton(__global const float *restrict fwd_,
                        __global const float *restrict strike_,
                        __global const float *restrict tau_,
                        __global const float *restrict quote_,
                        __global       float *restrict iv_,
                        __global       uchar *restrict iters_)
{
    const int  i   = get_global_id(0);
    const float F  = fwd_[i], K = strike_[i], q = quote_[i];
    const float rt = sqrt(fmax(tau_[i], 1e-4f));
    const float lm = log(F / K);

    float vol = 0.3f;
    int   it;
    for (it = 0; it < MAX_NEWTON; it++)
    {
        float sv   = vol * rt;
        float d1   = lm / sv + 0.5f * sv;
        float diff = F * norm_cdf(d1) - K * norm_cdf(d1 - sv) - q;
        if (fabs(diff) < kTol)
            break;
        float vega = fmax(F * norm_pdf(d1) * rt, 1e-6f);
        vol = clamp(vol - diff / vega, 0.01f, 4.0f);
    }
    iv_[i]    = vol;
    iters_[i] = (uchar)it;
}
