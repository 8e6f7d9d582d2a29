constant int width = 16;
kernel void k(global int *a) {
    const int two = 2;
    a[get_global_id(0) * two + width] = 1;
}
