typedef struct {
    float x, y, z;
} point;
kernel void k(global float *a) {
    a[get_global_id(0) * (sizeof(point) / sizeof(float))] = 1;
}
