// Chemistry of a combustion code: net rates of production of eight species from the rates of twelve reactions.
#define Q(r) (rf[(r) * n + i] - rb[(r) * n + i])

__kernel void s3d_species_rates(__global const float *rf, __global const float *rb, __global const float *molwt,
                                __global float *wdot, const int n, const float rateconv)
{
    const int i = get_global_id(0);
    if (i < n) {
        const float q0 = Q(0), q1 = Q(1), q2 = Q(2), q3 = Q(3), q4 = Q(4), q5 = Q(5);
        const float q6 = Q(6), q7 = Q(7), q8 = Q(8), q9 = Q(9), q10 = Q(10), q11 = Q(11);
        wdot[i] = rateconv * molwt[0] * (-q1 - q2 + q4 + q5 + q6 - q8 + q9);
        wdot[n + i] = rateconv * molwt[1] * (-q0 + q1 + q2 - q4 - q4 - q5 - q7 - q8 - q10 - q11);
        wdot[2 * n + i] = rateconv * molwt[2] * (q0 - q1 + q3 - q6 + q11);
        wdot[3 * n + i] = rateconv * molwt[3] * (-q0 - q7 + q9 + q10 + q11);
        wdot[4 * n + i] = rateconv * molwt[4] * (q0 + q1 - q2 - 2.0f * q3 - q8 + 2.0f * q10);
        wdot[5 * n + i] = rateconv * molwt[5] * (q2 + q3 + q8 + q10);
        wdot[6 * n + i] = rateconv * molwt[6] * (q7 - q9 - q10 - q11);
        wdot[7 * n + i] = rateconv * molwt[7] * (0.5f * q11 - q9 + q5 - 0.25f * q6);
    }
}
