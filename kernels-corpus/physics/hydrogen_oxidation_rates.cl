// Net molar production rates of eight species in a hydrogen flame from Arrhenius expressions.
#define ARR(A, n, Ta) ((A) * exp((n) * lt - (Ta) * it))
#define SP(s) conc[(s) * npts + p]

__kernel void hydrogen_oxidation_rates(__global const float *temp, __global const float *conc,
                                       __global float *wdot, const int npts)
{
    const int p = get_global_id(0);
    if (p >= npts) return;

    const float T = fmax(temp[p], 250.0f), it = 1.0f / T, lt = log(T * 1e-3f);
    const float H2 = SP(0), O2 = SP(1), H2O = SP(2), H = SP(3), O = SP(4), OH = SP(5), HO2 = SP(6), H2O2 = SP(7);
    const float M = 2.5f * H2 + O2 + 12.0f * H2O + H + O + OH + HO2 + H2O2;

    const float r1 = ARR(3.5e3f, -0.41f, 8353.0f) * H * O2 - ARR(1.2e1f, 0.10f, -150.0f) * O * OH;
    const float r2 = ARR(5.1e2f, 2.67f, 3163.0f) * O * H2 - ARR(2.7e2f, 2.65f, 2200.0f) * H * OH;
    const float r3 = ARR(2.2e3f, 1.51f, 1726.0f) * OH * H2 - ARR(9.4e3f, 1.40f, 9400.0f) * H * H2O;
    const float r4 = ARR(3.0e3f, 2.02f, 6743.0f) * O * H2O - ARR(2.9e2f, 2.10f, -400.0f) * OH * OH;
    const float r5 = ARR(4.6e-1f, -1.40f, 52500.0f) * H2 * M - ARR(1.1e-2f, -1.0f, 0.0f) * H * H * M;
    const float r6 = ARR(6.2e-3f, -0.50f, 0.0f) * O * O * M;
    const float r7 = ARR(4.7e-3f, -1.0f, 0.0f) * O * H * M;
    const float r8 = ARR(3.8e-2f, -2.0f, 0.0f) * OH * H * M;

    const float k0 = ARR(6.4e-2f, -1.72f, 264.0f) * M, kinf = ARR(1.5e0f, 0.60f, 0.0f);
    const float pr = k0 / kinf, lf = log10(fmax(pr, 1e-20f));
    const float fc = exp10(-0.097f / (1.0f + lf * lf));
    const float r9 = kinf * pr / (1.0f + pr) * fc * H * O2;

    const float r10 = ARR(1.7e1f, 0.0f, 414.0f) * HO2 * H;
    const float r11 = ARR(7.1e1f, 0.0f, 149.0f) * HO2 * H;
    const float r12 = ARR(3.3e1f, 0.0f, 0.0f) * HO2 * O;
    const float r13 = ARR(2.9e1f, 0.0f, -250.0f) * HO2 * OH;
    const float r14 = ARR(4.2e2f, 0.0f, 6030.0f) * HO2 * HO2;
    const float r15 = ARR(3.0e4f, 0.0f, 24400.0f) * H2O2 * M;
    const float r16 = ARR(2.4e1f, 0.0f, 2000.0f) * H2O2 * H;
    const float r17 = ARR(4.8e1f, 0.0f, 4000.0f) * H2O2 * H;
    const float r18 = ARR(9.6e0f, 2.0f, 2000.0f) * H2O2 * O;
    const float r19 = ARR(1.0e0f, 0.0f, 0.0f) * H2O2 * OH;

    wdot[p]            = -r2 - r3 - r5 + r10 + r17;
    wdot[npts + p]     = -r1 + r6 - r9 + r10 + r12 + r13 + r14;
    wdot[2 * npts + p] = r3 - r4 + r8 + r13 + r16 + r19;
    wdot[3 * npts + p] = -r1 + r2 + r3 + 2.0f * r5 - r7 - r8 - r9 - r10 - r11 - r16 - r17;
    wdot[4 * npts + p] = r1 - r2 - r4 - 2.0f * r6 - r7 - r12 - r18;
    wdot[5 * npts + p] = r1 + r2 - r3 + 2.0f * r4 + r7 - r8 + 2.0f * r11 + r12 - r13 + 2.0f * r15 + r16 + r18 - r19;
    wdot[6 * npts + p] = r9 - r10 - r11 - r12 - r13 - 2.0f * r14 + r17 + r18 + r19;
    wdot[7 * npts + p] = r14 - r15 - r16 - r17 - r18 - r19;
}
