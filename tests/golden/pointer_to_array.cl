kernel void k(global float *a) {
    global float (*m)[8] = (global float (*)[8])a;
    m[get_global_id(0)][3] = 1;
}
