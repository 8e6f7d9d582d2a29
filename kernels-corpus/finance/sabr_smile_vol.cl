// Hagan's lognormal SABR volatility for a surface of strikes and expiries, double precision.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
struct sabr { double alpha, beta, rho, nu; };

kernel void sabr_smile_vol(global const struct sabr *par, global const double *fwd, global const double *strikes,
                           global double *vol, int nStrikes, int nExpiries, double tau)
{
    int id = get_global_id(0);
    int ex = id / nStrikes, st = id % nStrikes;
    if (ex < nExpiries) {
        struct sabr s = par[ex];
        double F = fmax(fwd[ex], 1e-8), K = fmax(strikes[st], 1e-8);
        double lfk = log(F / K);
        double fk = pow(F * K, 0.5 * (1.0 - s.beta));
        double om = (1.0 - s.beta) * (1.0 - s.beta);
        double z = s.nu / s.alpha * fk * lfk;
        double x = log((sqrt(1.0 - 2.0 * s.rho * z + z * z) + z - s.rho) / (1.0 - s.rho));
        double ratio = fabs(z) < 1e-6 ? 1.0 - 0.5 * s.rho * z : z / x;
        double den = fk * (1.0 + om / 24.0 * lfk * lfk + om * om / 1920.0 * pown(lfk, 4));
        double corr = om * s.alpha * s.alpha / (24.0 * fk * fk) + s.rho * s.beta * s.nu * s.alpha / (4.0 * fk)
                      + (2.0 - 3.0 * s.rho * s.rho) * s.nu * s.nu / 24.0;
        vol[id] = s.alpha / den * ratio * (1.0 + corr * tau);
    }
}
