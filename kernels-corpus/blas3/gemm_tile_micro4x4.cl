// 64 work-items make a 32x32 tile of C; each keeps a 4x4 micro tile and both panels sit in local memory.
#define TILE 32
#define MICRO 4
#define DEPTH 8
#define ROWT (TILE / MICRO)

__attribute__((reqd_work_group_size(ROWT * ROWT, 1, 1)))
__kernel void gemm_tile_micro4x4(__global const float *restrict A, __global const float *restrict B,
                                 __global float *restrict C, int M, int N, int K)
{
  __local float pa[DEPTH][TILE];
  __local float pb[DEPTH][TILE];
  float acc[MICRO][MICRO] = {{0.0f}};
  const int lid = get_local_id(0);
  const int ti = lid / ROWT, tj = lid % ROWT;
  const int across = (N + TILE - 1) / TILE;
  const int row0 = (int)get_group_id(0) / across * TILE;
  const int col0 = (int)get_group_id(0) % across * TILE;

  for (int k0 = 0; k0 < K; k0 += DEPTH) {
    for (int e = lid; e < DEPTH * TILE; e += ROWT * ROWT) {
      const int kk = e / TILE, o = e % TILE;
      const int k = k0 + kk;
      pa[kk][o] = (k < K && row0 + o < M) ? A[(row0 + o) * K + k] : 0.0f;
      pb[kk][o] = (k < K && col0 + o < N) ? B[k * N + col0 + o] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int kk = 0; kk < DEPTH; kk++) {
      float av[MICRO], bv[MICRO];
      for (int u = 0; u < MICRO; u++) {
        av[u] = pa[kk][ti * MICRO + u];
        bv[u] = pb[kk][tj * MICRO + u];
      }
      for (int u = 0; u < MICRO; u++)
        for (int v = 0; v < MICRO; v++)
          acc[u][v] += av[u] * bv[v];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (int u = 0; u < MICRO; u++)
    for (int v = 0; v < MICRO; v++) {
      const int r = row0 + ti * MICRO + u, c = col0 + tj * MICRO + v;
      if (r < M && c < N)
        C[r * N + c] = acc[u][v];
    }
}
