kernel void k(global int *a, uint n) {
    uint m = n - 1;
    while (--m > 5) a[m] = 1;
}
