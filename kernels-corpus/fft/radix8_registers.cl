// Independent 8-point transforms in registers; real and imaginary parts in separate float8 streams.
#define BFLY(i, j) { float tr = re[i] - re[j]; float ti = im[i] - im[j]; re[i] += re[j]; im[i] += im[j]; re[j] = tr; im[j] = ti; }
#define SPIN(i, wr, wi) { float t = re[i] * (wr) - im[i] * (wi); im[i] = re[i] * (wi) + im[i] * (wr); re[i] = t; }
#define RT M_SQRT1_2_F

kernel void radix8_registers(global float* real, global float* imag, uint count)
{
  uint t = get_global_id(0);
  if (t >= count) return;
  float re[8], im[8];
  vstore8(vload8(t, real), 0, re);
  vstore8(vload8(t, imag), 0, im);

  BFLY(0, 4) BFLY(1, 5) BFLY(2, 6) BFLY(3, 7)
  SPIN(5, RT, -RT) SPIN(6, 0.0f, -1.0f) SPIN(7, -RT, -RT)
  BFLY(0, 2) BFLY(1, 3) BFLY(4, 6) BFLY(5, 7)
  SPIN(3, 0.0f, -1.0f) SPIN(7, 0.0f, -1.0f)
  BFLY(0, 1) BFLY(2, 3) BFLY(4, 5) BFLY(6, 7)

  vstore8((float8)(re[0], re[4], re[2], re[6], re[1], re[5], re[3], re[7]), t, real);
  vstore8((float8)(im[0], im[4], im[2], im[6], im[1], im[5], im[3], im[7]), t, imag);
}
