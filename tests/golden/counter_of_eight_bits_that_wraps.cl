kernel void k(global float *a) {
    for (uchar i = 7; i != 0; i -= 2) a[i] = 1.0f;
}
