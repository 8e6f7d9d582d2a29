kernel void k(global int *a, int w, int h) {
    int i = get_global_id(0);
    if (i < w * h) a[(i % w) * h + i / w] = 1;
}
