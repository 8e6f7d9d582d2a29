kernel void k(global float *a, global const float *b) {
    *a = *b;
}
