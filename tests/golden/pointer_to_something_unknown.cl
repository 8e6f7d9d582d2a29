struct S;
kernel void k(global struct S *p, global int *a) {
    a[0] = 1;
}
