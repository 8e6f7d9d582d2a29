// Particle filter: likelihood of each particle from the pixels of a disc around it, and its new weight.
__kernel void particle_weights(__global const float *arrayX, __global const float *arrayY, __global const int2 *disc,
                               __global const uchar *image, __global float *weights, int Nparticles, int countOnes,
                               int pitch)
{
  int i = get_global_id(0);
  if (i < Nparticles) {
    float likelihood = 0.0f;
    int px = convert_int_rte(arrayX[i]), py = convert_int_rte(arrayY[i]);
    for (int y = 0; y < countOnes; y++) {
      int ix = clamp(px + disc[y].x, 0, pitch - 1);
      int iy = clamp(py + disc[y].y, 0, 127);
      float pixel = image[iy * pitch + ix];
      likelihood += ((pixel - 100.0f) * (pixel - 100.0f) - (pixel - 228.0f) * (pixel - 228.0f)) / 50.0f;
    }
    weights[i] *= exp(clamp(likelihood / (float)countOnes, -80.0f, 80.0f));
  }
}
