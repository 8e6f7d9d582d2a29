typedef struct {
    int x;
} S;
kernel void k(S s, global int *a) {
    a[get_global_id(0)] = s.x;
}
