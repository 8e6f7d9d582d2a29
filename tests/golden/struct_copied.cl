typedef struct {
    int key, value;
} item;
kernel void k(global const item *in, global item *out, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    item it = in[n - 1 - i];
    it.value++;
    out[i] = it;
}
