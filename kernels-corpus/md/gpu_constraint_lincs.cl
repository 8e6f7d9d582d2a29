// LINCS-like expansion: right-hand sides relaxed through a fixed-width coupling matrix in Jacobi rounds.
__kernel void gpu_constraint_lincs(__global const float *coupling, __global const ushort *coupled, __global const float *rhs,
                                   __global float *solution, __local float *cur, const int width, const int order)
{
   const int l = get_local_id(0), c = get_global_id(0), n = get_local_size(0);
   float sol = rhs[c];
   cur[l] = sol;
   for (int k = 0; k < order; k++)
   {
      barrier(CLK_LOCAL_MEM_FENCE);
      float acc = 0.0f;
      for (int w = 0; w < width; w++)
         acc -= coupling[w * get_global_size(0) + c] * cur[coupled[w * get_global_size(0) + c] % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      cur[l] = acc;
      sol += acc;
   }
   solution[c] = sol;
}
