// LIBOR-market-like evolution of a ladder of forward rates held in private memory, swap value at the end.
#define NFWD 20

kernel void forward_rate_evolve(global const float *z, global const float *vols, global float *swapPv,
                                const float l0, const float tenor, const float fixedRate, const int resets)
{
   const int gid = get_global_id(0);
   float L[NFWD];
   for (int k = 0; k < NFWD; k++)
      L[k] = l0 + 0.0005f * k;

   const int last = min(resets, NFWD);
   for (int n = 0; n < last; n++) {
      const float shock = sqrt(tenor) * z[gid * NFWD + n];
      float driftSum = 0.0f;
      for (int k = 0; k < NFWD; k++) {
         if (k < n)
            continue;
         const float sig = vols[k - n];
         const float dl = tenor * L[k];
         driftSum += dl * sig / (1.0f + dl);
         L[k] *= exp(sig * (driftSum - 0.5f * sig) * tenor + sig * shock);
      }
   }
   float disc = 1.0f, pv = 0.0f;
   for (int k = 0; k < NFWD; k++) {
      disc /= 1.0f + tenor * L[k];
      pv += tenor * (L[k] - fixedRate) * disc;
   }
   swapPv[gid] = pv;
}
