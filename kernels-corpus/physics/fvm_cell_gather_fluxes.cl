// Residual of each finite-volume cell: signed face fluxes through a compressed cell-to-face map.
kernel void fvm_cell_gather_fluxes(global const int *restrict cell_ptr, global const int *restrict cell_face,
                                   global const float *restrict orient, global const float4 *restrict face_flux,
                                   global const float *restrict volume, global float4 *restrict state,
                                   const float dt, const int ncells)
{
  for (int c = get_global_id(0); c < ncells; c += get_global_size(0)) {
    float4 net = 0.0f;
    for (int k = cell_ptr[c], e = cell_ptr[c + 1]; k < e; ++k)
      net += orient[k] * face_flux[cell_face[k]];
    state[c] = mad(net, -dt / volume[c], state[c]);
  }
}
