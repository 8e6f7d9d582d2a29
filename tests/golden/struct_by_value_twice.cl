typedef struct {
    int w, h;
} size;
kernel void k(global int *a, const size s) {
    a[get_global_id(0) * s.w] = s.h;
}
