kernel void k(global int *a, uint m) {
    a[(get_global_id(0) * 7 + 3) % m] = 1;
}
