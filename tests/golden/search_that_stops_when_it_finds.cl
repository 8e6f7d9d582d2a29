kernel void k(global const int *keys, int n, global const int *wanted, global int *at) {
    int i = get_global_id(0), first = 0, last = n - 1, found = -1;
    while (first <= last) {
        int mid = first + (last - first) / 2;
        int key = keys[mid];
        if (key == wanted[i]) {
            found = mid;
            break;
        }
        if (key < wanted[i])
            first = mid + 1;
        else
            last = mid - 1;
    }
    at[i] = found;
}
