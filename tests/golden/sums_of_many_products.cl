// Unsigned arithmetic whose expansion has many products of minima and quotients, none of them in an index.
kernel void sums_of_many_products(uint n, global const uint *a, global const uint *b, global const uint *c, global uint *out) {
    const uint i = get_global_id(0);
    if (i < n) {
        const uint x = a[i], y = b[i], z = c[i];
        uint s = min(x + y / 3u, 1000u) * (max(y, z) + z / 7u) + max(x, z) * (x / 5u + 9u);
        uint t = (s + min(y, z) * x) * (x / 11u + max(x, y));
        t = t * (y / 13u + min(s, x)) + s * (z / 17u + 1u);
        t = (t + s) * (min(t, z) + x / 19u);
        t += (s / 23u + y) * (max(s, t) + z / 29u);
        out[i] = t * s + min(t, s) * (t / 31u);
    }
}
