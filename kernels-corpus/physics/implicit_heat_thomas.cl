// Implicit heat conduction: a tridiagonal solve per line with variable conductivity, work arrays interleaved.
__kernel void implicit_heat_thomas(__global float *T, __global const float *k, __global float *cp, __global float *dp,
                                   const int n, const int lines, const float lambda)
{
   const int l = get_global_id(0);
   if (l < lines)
   {
      float c = 0.0f, d = 0.0f;
      for (int i = 0; i < n; i++)
      {
         const int at = i * lines + l;
         const float kw = i > 0 ? lambda * k[at] : 0.0f;
         const float ke = i < n - 1 ? lambda * k[at] : 0.0f;
         const float den = 1.0f + kw + ke + kw * c;
         d = (T[at] + kw * d) / den;
         c = -ke / den;
         cp[at] = c;
         dp[at] = d;
      }
      float x = 0.0f;
      for (int i = n - 1; i >= 0; i--)
      {
         const int at = i * lines + l;
         x = dp[at] - cp[at] * x;
         T[at] = x;
      }
   }
}
