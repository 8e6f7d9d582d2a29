kernel void k(global float *x, int off, int inc) {
    x[off + get_global_id(0) * inc] = 0;
}
